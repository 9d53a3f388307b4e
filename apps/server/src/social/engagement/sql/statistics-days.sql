-- Counts the views of an item by the day (UTC) on which they began. Days are grouped by arithmetic and formatted once each.
-- $1 itemId: the item
-- $2 since: the time from which views count
select (day at time zone 'UTC')::date::text as day, views::int, uniques::int as "uniqueViews"
from (
  select date_bin('1 day', created_at, timestamptz '2000-01-01 00:00:00+00') as day,
    count(*) as views,
    count(*) filter (where is_first) as uniques
  from views
  where item_id = $1 and counted and created_at >= $2
  group by 1
) days
