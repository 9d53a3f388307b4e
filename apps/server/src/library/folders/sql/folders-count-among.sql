-- Counts the items among the given ones in each folder, without those in the trash.
-- $1 itemIds: the items
select folder_id, count(*)::int as count
from items
where id = any($1::uuid[]) and trashed_at is null and folder_id is not null
group by folder_id
