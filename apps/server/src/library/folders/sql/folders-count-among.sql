-- Counts the items among the given ones in each container (a folder, or the workspace for its root), without those in the trash.
-- $1 itemIds: the items
select container_id, count(*)::int as count
from items
where id = any($1::uuid[]) and trashed_at is null
group by container_id
