-- The first {limit} ids of a list after a position, gathered from the containers that the caller may read.
-- $1 to $5 are the parameters of the list, $6 the containers, $7 ids that are readable in other containers, $8 ids that are not readable.
-- The first n ids are in the n pairs of container and type whose own first ids come first. So one id of each pair is read, then n ids
-- of n pairs at most. All rows are from readable containers, so only items that their own entry hides are excluded.
(
  select gathered.id, gathered.sort_key
  from (
    select ids.id, ids.sort_key
    from (
      select container.id, kind.type
      from unnest($6::uuid[]) container(id)
        cross join unnest(array['image', 'video', 'board']) kind(type)
        cross join lateral (
          select i.id, {key} as sort_key
          from items i
          where i.container_id = container.id and i.type = kind.type and {state}
            and ({key}, i.id) {after} ($4::{keyType}, $5::uuid)
            and i.id not in (select unnest($8::uuid[]))
          order by {key} {direction}, i.id {direction}
          limit 1
        ) head
      where $3::text is null or kind.type = $3
      order by head.sort_key {direction}, head.id {direction}
      limit {limit}
    ) pair
    cross join lateral (
      select i.id, {key} as sort_key
      from items i
      where i.container_id = pair.id and i.type = pair.type and {state}
        and ({key}, i.id) {after} ($4::{keyType}, $5::uuid)
        and i.id not in (select unnest($8::uuid[]))
      order by {key} {direction}, i.id {direction}
      limit {limit}
    ) ids
    union all
    select i.id, {key} as sort_key
    from items i
    where i.id = any($7::uuid[]) and {where} and {state} and ($3::text is null or i.type = $3)
      and ({key}, i.id) {after} ($4::{keyType}, $5::uuid)
      and i.container_id not in (select unnest($6::uuid[]))
  ) gathered
  order by gathered.sort_key {direction}, gathered.id {direction}
  limit {limit}
)
