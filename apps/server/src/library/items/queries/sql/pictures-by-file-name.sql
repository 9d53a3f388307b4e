-- Finds the newest image with a file name in a workspace that the caller may read.
-- $1 workspaceId: the workspace
-- $2 fullFileName: the file name
-- $3 containerIds: folders, and the workspace for its root
-- $4 inside: true when the caller may read these containers, false when the caller may read all others
-- $5 shownIds: items that the caller may read wherever they are
-- $6 hiddenIds: items that the caller may not read
select id
from items
where workspace_id = $1 and full_file_name = $2 and type = 'image' and trashed_at is null
  and {readable}
order by created_at desc
limit 1
