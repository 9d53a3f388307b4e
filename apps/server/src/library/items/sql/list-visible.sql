-- Condition that the caller may read the item {itemId} in the container {containerId}. $6 to $9 are the sets of the caller.
-- The database hashes each set once per statement, so the order of an index scan remains.
(({containerId} in (select unnest($6::uuid[]))) = $7::boolean or {itemId} in (select unnest($8::uuid[])))
    and {itemId} not in (select unnest($9::uuid[]))
