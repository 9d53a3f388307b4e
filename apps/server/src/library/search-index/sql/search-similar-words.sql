-- Lists words of workspaces that resemble a word: those that begin with its first or second letter, or contain its letters two to four,
-- and differ from it in few letters.
-- $1 workspaceIds: the workspaces
-- $2 firstPattern: pattern of words that begin with the first letter
-- $3 secondPattern: pattern of words that begin with the second letter
-- $4 middlePattern: pattern of words that contain the letters two to four
-- $5 word: the word
-- $6 length: its length and one
-- $7 distance: number of letters that may differ
-- $8 limit: number of words of each workspace
select distinct k.word
from unnest($1::uuid[]) s(id)
  cross join lateral (
    select word
    from search_words k
    where k.workspace_id = s.id and (k.word like $2 or k.word like $3 or k.word like $4)
      and least(
        levenshtein_less_equal(left(k.word, $6), $5, $7),
        levenshtein_less_equal(left(k.word, $6 - 1), $5, $7)
      ) <= $7
    limit $8
  ) k
