-- Columns of a folder "f" that are the same for everyone who may read it.
f.id, f.workspace_id as "workspaceId", f.parent_id as "parentId", f.kind, f.name, f.color, f.nest_level as "nestLevel",
  f.created_at as "createdAt"
