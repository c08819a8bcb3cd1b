-- Every tick writes "memory" and "version" of each subject that has traffic. Where a page has room for both versions of
-- its rows, PostgreSQL writes the new one beside the old one and leaves all indexes alone, those of the search above
-- all, and takes the old one away without a vacuum, which the embedded database does not have.
ALTER TABLE "Subject" SET (fillfactor = 40);
