-- Names the folders above a folder.
-- $1 folderIds: the folders
select id, name
from folders
where id = any($1::uuid[])
