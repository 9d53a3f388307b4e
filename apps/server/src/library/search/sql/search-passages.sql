-- Finds for each video the passage of its transcript that contains all words, otherwise the first one that contains some. Only of videos
-- whose captions show the text to everyone who may watch them.
-- $1 itemIds: the videos
-- $2 all: all words, as a tsquery
-- $3 some: at least one of the words, as a tsquery
select p.item_id as "itemId", p.text, p.marks
from unnest($1::uuid[]) wanted(id)
  cross join lateral (
    select p.item_id, p.text, p.marks
    from transcript_passages p
    where p.item_id = wanted.id and p.words @@ $3::tsquery
      and exists (
        select
        from transcripts t
          join captions c on c.item_id = t.item_id and c.language = t.language
        where t.item_id = wanted.id
      )
    order by (p.words @@ $2::tsquery) desc, p.position
    limit 1
  ) p
