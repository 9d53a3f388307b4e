-- Whether a search engine has all entries.
-- $1 target: the engine and its index
select ready from search_engine where target = $1
