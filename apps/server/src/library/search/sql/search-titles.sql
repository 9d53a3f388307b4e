-- The first titles of a place that begin with the phrase, in natural order.
select i.id as item_id, null::uuid as comment_id, false as spoken, i.created_at as at, i.title, i.page_url, i.description, i.chapters
        from (
          select id, created_at, container_id, {textColumns}
          from items i
          where {titlesParameter} and i.type = k.type and i.trashed_at is null
            and i.title collate "natural" >= (select phrase from given)
            and i.title collate "natural" < (select phrase from given) || U&'\FFFF'
          order by i.title collate "natural", i.id
          limit {titlesRead}
        ) i
        where {readable}
        limit {titlesMax}
