-- Lists one level of a workspace's folders for a user who may read all of it, oldest first: the folders directly inside of a folder (or at
-- the root), the folder itself and its ancestors. The cost depends on these folders alone.
-- $1 userId: the user
-- $2 workspaceId: the workspace
-- $3 folderId: the folder, or null for the root
-- $4 kind: the kind of the folders, or null for every kind
-- $5 alsoIds: further folders of the workspace
select {folderColumns}, ff.folder_id is not null as favorite,
  exists (select from share_links link where link.folder_id = f.id and link.revoked_at is null) as linked,
  coalesce(n.items, 0)::int as items, coalesce(c.children, 0)::int as children
from (
    select id from folders where workspace_id = $2 and coalesce(parent_id, workspace_id) = coalesce($3::uuid, $2::uuid)
    union
    select unnest(array_append($5::uuid[], $3::uuid))
    union
    select unnest(path) from folders where id = $3
  ) level
  join folders f on f.id = level.id and f.workspace_id = $2
  left join favorite_folders ff on ff.user_id = $1 and ff.folder_id = f.id
  left join lateral (select count(*) as children from folders where parent_id = f.id) c on true
  left join lateral (
    select sum(images + videos) as items from item_counts where workspace_id = f.workspace_id and container_id = f.id
  ) n on true
where $4::text is null or f.kind::text = $4
order by f.created_at, f.id
