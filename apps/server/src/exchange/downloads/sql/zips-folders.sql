-- Lists folders of a workspace with all their descendants.
-- $1 workspaceId: the workspace
-- $2 folderIds: the folders
with recursive tree as (
  select id, name, parent_id from folders where id = any($2::uuid[]) and workspace_id = $1::uuid
  union
  select f.id, f.name, f.parent_id from tree t join folders f on f.parent_id = t.id
)
select id, name, parent_id
from tree
