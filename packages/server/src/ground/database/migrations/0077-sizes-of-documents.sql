-- The space that the documents of a platform take is summed at every upload, from this index alone.
CREATE INDEX documents_sizes ON documents (tenant, size_bytes);
