-- Lists the folders of a workspace, oldest first, and the version of its folders. A workspace without folders is one row without an id.
-- $1 workspaceId: the workspace
select w.folders_version as version, {folderColumns}
from workspaces w
  left join folders f on f.workspace_id = w.id
where w.id = $1
order by f.created_at, f.id
