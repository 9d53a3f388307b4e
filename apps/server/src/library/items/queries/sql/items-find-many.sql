-- Finds items with the caller's role in their workspaces and the versions of these workspaces' rights at that time.
-- $1 itemIds: the items
-- $2 userId: the caller, or null
select {itemColumns}, member.role, workspace.rights_version
from unnest($1::uuid[]) wanted(id)
  join items i on i.id = wanted.id
{itemJoins}
{callerJoins}
