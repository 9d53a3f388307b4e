-- Finds the workspace of a folder.
-- $1 folderId: the folder
select workspace_id
from folders
where id = $1
