-- Counts the views of an item by source, sums their seconds, and concatenates the coverages of all visitors, in one scan.
-- $1 itemId: the item
select count(*) filter (where source = 'link')::int as link,
  count(*) filter (where source = 'embed')::int as embed,
  count(*) filter (where source = 'workspace')::int as workspace,
  coalesce(sum(seconds), 0) as seconds,
  string_agg(coverage, ''::bytea) filter (where is_first) as coverages
from views
where item_id = $1 and counted
