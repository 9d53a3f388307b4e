-- Finds an item with the caller's role in its workspace and the version of the workspace's rights at that time.
-- $1 itemId: the item
-- $2 userId: the caller, or null
select {itemColumns}, member.role, workspace.rights_version
from items i
{itemJoins}
{callerJoins}
where i.id = $1
