-- Finds an item of a workspace with what decides who may change its entries.
-- $1 id: the item
-- $2 workspaceId: the workspace
select id, title as name, owner_id as made_by, folder_id
from items
where id = $1 and workspace_id = $2
