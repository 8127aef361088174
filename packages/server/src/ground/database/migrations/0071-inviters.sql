-- Which customer invites: the address of one can be given up, and taken over by another. Null on older invitations.
ALTER TABLE invitations ADD COLUMN inviter_id TEXT;
