-- The first rows of a list after a position, in the order of the list. $1 to $5 are the parameters of the list.
-- Each index begins with the place and the type, so each type is read separately, and all are merged.
-- A type that is not wanted is not read: its condition is constant, so the database evaluates it once.
(
  select * from (
    (
      select {readColumns}, {key} as sort_key
      from {source}
      where {where} and {state} and {type} = 'image' and coalesce($3::text, 'image') = 'image'
        and ({key}, {id}) {after} ($4::{keyType}, $5::uuid) and {readable}
      order by {key} {direction}, {id} {direction}
      limit {window}
    )
    union all
    (
      select {readColumns}, {key} as sort_key
      from {source}
      where {where} and {state} and {type} = 'video' and coalesce($3::text, 'video') = 'video'
        and ({key}, {id}) {after} ($4::{keyType}, $5::uuid) and {readable}
      order by {key} {direction}, {id} {direction}
      limit {window}
    )
    union all
    (
      select {readColumns}, {key} as sort_key
      from {source}
      where {where} and {state} and {type} = 'board' and coalesce($3::text, 'board') = 'board'
        and ({key}, {id}) {after} ($4::{keyType}, $5::uuid) and {readable}
      order by {key} {direction}, {id} {direction}
      limit {window}
    )
  ) all_types
  order by sort_key {direction}, id {direction}
  limit {limit}
)
