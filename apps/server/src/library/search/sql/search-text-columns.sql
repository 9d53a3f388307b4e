-- Columns of an item in which words can be found.
title, page_url, nullif(description, '') as description, nullif(chapters, '[]'::jsonb) as chapters
