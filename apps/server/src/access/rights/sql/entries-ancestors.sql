-- Reads an item and a folder with all ancestors of the folder, nearest first, each with its entries. One row for each entry; a row with
-- null for each without entries.
-- $1 workspaceId: the workspace
-- $2 itemId: the item, or null
-- $3 folderId: the folder, or null for the root
with ancestor as (
  select f.id, 'folder' as type, f.name, f.nest_level as level
  from folders f
  where f.id in (select $3::uuid union all select unnest(path) from folders where id = $3) and f.workspace_id = $1
  union all
  select i.id, 'file', i.title, 1000000
  from items i
  where i.id = $2 and i.workspace_id = $1
)
select ancestor.id, ancestor.type, ancestor.name, g.principal_kind, g.principal_id, g.read, g.write
from ancestor
  left join lateral (
    select * from grants where folder_id = ancestor.id and ancestor.type = 'folder' and workspace_id = $1
    union all
    select * from grants where item_id = ancestor.id and ancestor.type = 'file' and workspace_id = $1
  ) g on true
order by ancestor.level desc, g.principal_kind, g.principal_id
