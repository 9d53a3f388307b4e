-- Columns of a member "m" with the user "u". The last time is that of the session used last; null without a session.
u.id, u.display_name, u.email, u.avatar_blob_id, m.role, m.joined_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
