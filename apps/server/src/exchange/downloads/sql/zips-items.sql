-- Lists items of a workspace, the trashed ones too, and all items of folders that are not in the trash; oldest first.
-- $1 workspaceId: the workspace
-- $2 itemIds: the items
-- $3 folderIds: the folders
-- $4 limit: number of rows
select i.id, i.folder_id, i.title, i.full_file_name, i.mime_type, i.created_at, i.trashed_at is not null as trashed,
  b.storage_key, coalesce(b.size_bytes, i.size_bytes) as size_bytes
from (
  select id from items where id = any($2::uuid[]) and workspace_id = $1::uuid
  union
  select id from items where folder_id = any($3::uuid[]) and trashed_at is null
) chosen
  join items i on i.id = chosen.id
  left join blobs b on b.id = i.blob_id
order by i.created_at, i.id
limit $4::int
