-- Lists the items that a user last opened, or that were last added to their personal library, latest first. Each part reads the first
-- entries of an index.
-- $1 userId: the user
-- $2 personalWorkspaceId: the personal library of the user
-- $3 limit: maximum number of ids
select id from (
  (select item_id as id, opened_at as at from recent_items where user_id = $1::uuid order by opened_at desc limit $3::int)
  union all
  (select id, created_at as at from items
    where workspace_id = $2::uuid and type = 'image' and trashed_at is null
    order by created_at desc, id desc limit $3::int)
  union all
  (select id, created_at as at from items
    where workspace_id = $2::uuid and type = 'video' and trashed_at is null
    order by created_at desc, id desc limit $3::int)
  union all
  (select id, created_at as at from items
    where workspace_id = $2::uuid and type = 'board' and trashed_at is null
    order by created_at desc, id desc limit $3::int)
) found
group by id
order by max(at) desc, id
limit $3::int
