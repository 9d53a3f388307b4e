-- The workspaces to search, numbered, each with its words.
select s.nth::int as nth, s.workspace_id, s.query::tsquery, s.narrow::tsquery, s.whole::tsquery, s.folders::tsquery
    from given
      cross join lateral unnest(given.ids, given.queries, given.narrow, given.whole, given.folders)
        with ordinality s(workspace_id, query, narrow, whole, folders, nth)
