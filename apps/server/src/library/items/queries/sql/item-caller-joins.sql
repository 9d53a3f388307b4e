-- Joins that read the caller's role in the workspace of the item. Items of a deleted workspace do not exist. $2 is the caller.
join workspaces workspace on workspace.id = i.workspace_id and workspace.deleted_at is null
left join members member on member.workspace_id = i.workspace_id and member.user_id = $2
