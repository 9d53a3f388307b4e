-- Lists the workspaces and folders of items.
-- $1 itemIds: the items
select id, workspace_id as "workspaceId", folder_id as "folderId"
from items
where id = any($1::uuid[])
