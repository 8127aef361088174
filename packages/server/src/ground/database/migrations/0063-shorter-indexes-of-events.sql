-- Lists of events go by the moment and, within one, by the place in the order of commits, which each index of SQLite ends
-- in anyway. The id, which stood there before, was two fifths of an entry.
/*sqlite: DROP INDEX events_newest;*/
/*sqlite: DROP INDEX events_type;*/
/*sqlite: DROP INDEX events_resource;*/
/*sqlite: DROP INDEX events_request;*/
/*sqlite: CREATE INDEX events_newest ON events (tenant, created_at);*/
/*sqlite: CREATE INDEX events_type ON events (tenant, type, created_at);*/
/*sqlite: CREATE INDEX events_resource ON events (tenant, resource_id, created_at);*/
/*sqlite: CREATE INDEX events_request ON events (tenant, request_id, created_at) WHERE request_id IS NOT NULL;*/
