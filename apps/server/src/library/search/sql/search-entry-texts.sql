-- Joins the texts of the item of an entry "e", if the item is readable, of the wanted type and not in the trash. The limit forces a lookup
-- for each row, so no plan reads the whole table.
cross join lateral (
          select {textColumns}
          from items i
          where i.id = e.item_id and i.trashed_at is null
            and ((select type from given) is null or i.type = (select type from given))
            and {readable}
          limit 1
        ) i
