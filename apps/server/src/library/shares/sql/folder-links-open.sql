-- Finds the link of a folder that is not revoked, with the shared folder or a folder inside it, unless the workspace is deleted.
-- A folder in the trash has no row, so its link is not found.
-- $1 slug: the slug of the link
-- $2 folderId: a folder inside the shared one, or null for the shared one
select l.slug, l.visibility, l.password_hash, l.expires_at, l.taken_down_at, l.max_views, l.openings, l.allow_comments, l.allow_download,
  l.item_order, l.folder_order,
  l.folder_id as link_folder_id, l.created_by as host_id, l.workspace_id,
  f.id, f.name, f.color, f.parent_id, f.path || f.id as folder_chain,
  w.kind as space_kind, w.name as space_name, w.rights_version,
  u.display_name as owner_name, u.avatar_blob_id as owner_avatar
from share_links l
  join folders f on f.id = coalesce($2::uuid, l.folder_id) and f.workspace_id = l.workspace_id
  join workspaces w on w.id = l.workspace_id and w.deleted_at is null
  left join users u on u.id = l.created_by
where l.slug = $1 and l.folder_id is not null and l.revoked_at is null and l.folder_id = any(f.path || f.id)
