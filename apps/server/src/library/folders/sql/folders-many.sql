-- Finds folders with their numbers of items and folders, if the user is a member of their workspace.
-- $1 userId: the user
-- $2 folderIds: the folders
select {folderColumns}, ff.folder_id is not null as favorite,
  exists (select from share_links link where link.folder_id = f.id and link.revoked_at is null) as linked,
  coalesce(n.items, 0)::int as items, coalesce(c.children, 0)::int as children,
  m.role, w.rights_version as "rightsVersion"
from folders f
  join members m on m.workspace_id = f.workspace_id and m.user_id = $1
  join workspaces w on w.id = f.workspace_id and w.deleted_at is null
  left join favorite_folders ff on ff.user_id = $1 and ff.folder_id = f.id
  left join lateral (select count(*) as children from folders where parent_id = f.id) c on true
  left join lateral (
    select sum(images + videos) as items from item_counts where workspace_id = f.workspace_id and container_id = f.id
  ) n on true
where f.id = any($2::uuid[])
