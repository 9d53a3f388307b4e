-- Lists the items of folders that a link shows, for its download; oldest first.
-- $1 folderIds: the folders
-- $2 limit: number of rows
-- $3 workspaceId: the workspace
-- $4 hiddenIds: items that are not for everyone
select i.id, i.folder_id, i.title, i.full_file_name, i.mime_type, i.created_at, false as trashed, b.storage_key,
  coalesce(b.size_bytes, i.size_bytes) as size_bytes
from items i left join blobs b on b.id = i.blob_id
where i.folder_id = any($1::uuid[]) and i.trashed_at is null and i.workspace_id = $3 and {listed}
order by i.created_at, i.id
limit $2::int
