-- Lists the people who can be mentioned on an item: its owner, authors of comments on it and, when wanted, the members of its workspace.
-- Names that begin with the text come first.
-- $1 itemId: the item
-- $2 workspaceId: its workspace
-- $3 withMembers: whether members can be mentioned
-- $4 text: part of the name, escaped for "like"
-- $5 limit: number of rows
-- $6 withoutIds: people who cannot be mentioned
select u.id, u.display_name as "displayName", u.avatar_blob_id as "avatarBlobId"
from (
  select owner_id as id from items where id = $1
  union
  select author_id from comments where item_id = $1
  union
  select user_id from members where workspace_id = $2 and $3::boolean
) p
  join users u on u.id = p.id
where u.display_name ilike '%' || $4 || '%' and u.id <> all($6::uuid[])
order by u.display_name ilike $4 || '%' desc, lower(u.display_name), u.id
limit $5
