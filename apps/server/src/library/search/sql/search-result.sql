-- The found items with the texts of their comments, and the folders whose names contain the words.
select 'item' as kind, f.item_id as id, f.comment_id, f.spoken, f.at, f.title, f.page_url, f.description, f.chapters,
  c.text as comment_text, c.at as comment_at, c.author as comment_author
from found f
  left join lateral (
    select c.text, c.at, u.display_name as author
    from comments c
      left join users u on u.id = c.author_id
    where c.id = f.comment_id
    limit 1
  ) c on true
union all
select 'folder', d.id, null, false, f.at, d.name, null, null, null, null, null, null
from space s
  cross join lateral (
    {folderEntries}
    order by e.at desc
    limit {foldersMax}
  ) f
  cross join lateral (
    select id, name
    from folders
    where id = f.folder_id and ((select type from given) is null or kind in ((select type from given), 'mixed'))
    limit 1
  ) d
