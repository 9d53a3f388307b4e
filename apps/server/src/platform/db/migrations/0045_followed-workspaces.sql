-- All locks before any change. An attempt releases them after a short time, so that requests which lock in another order continue.
DO $$
BEGIN
	LOOP
		BEGIN
			SET LOCAL lock_timeout = '300ms';
			LOCK TABLE "views", "webhook_deliveries", "boards", "board_elements", "board_images", "board_updates", "board_versions", "captions",
				"comment_mentions", "comment_reactions", "deleted_folder_items", "edit_files", "likes", "link_guests", "picture_details", "pointer_tracks",
				"renditions", "request_pictures", "requested_items", "retention_warnings", "transcript_passages", "transcripts", "video_edits",
				"video_exports", "video_renders", "video_versions" IN ACCESS EXCLUSIVE MODE;
			EXIT;
		EXCEPTION WHEN lock_not_available THEN
			PERFORM pg_sleep(0.1);
		END;
	END LOOP;
	SET LOCAL lock_timeout TO DEFAULT;
END $$;
--> statement-breakpoint
-- The workspace of a row that is added without it: by the earlier release, and by statements that do not know it.
CREATE FUNCTION "workspace_of_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM items WHERE id = NEW.item_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "workspace_of_board"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM items WHERE id = NEW.board_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "workspace_of_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM comments WHERE id = NEW.comment_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "workspace_of_link"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM share_links WHERE slug = NEW.slug;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "workspace_of_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM recording_requests WHERE id = NEW.request_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "workspace_of_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT workspace_id INTO NEW.workspace_id FROM webhooks WHERE id = NEW.webhook_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	follower record;
BEGIN
	FOR follower IN SELECT * FROM (VALUES
		('workspace_of_item', ARRAY['boards', 'captions', 'deleted_folder_items', 'edit_files', 'likes', 'picture_details', 'pointer_tracks', 'renditions',
			'retention_warnings', 'transcript_passages', 'transcripts', 'video_edits', 'video_exports', 'video_renders', 'video_versions', 'views']),
		('workspace_of_board', ARRAY['board_elements', 'board_images', 'board_updates', 'board_versions']),
		('workspace_of_comment', ARRAY['comment_mentions', 'comment_reactions']),
		('workspace_of_link', ARRAY['link_guests']),
		('workspace_of_request', ARRAY['request_pictures', 'requested_items']),
		('workspace_of_webhook', ARRAY['webhook_deliveries'])) f(source, names), unnest(f.names) AS name
	LOOP
		EXECUTE format('ALTER TABLE %I ADD COLUMN workspace_id uuid', follower.name);
		EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.workspace_id IS NULL) EXECUTE FUNCTION %I()',
			follower.name || '_followed', follower.name, follower.source);
	END LOOP;
END $$;
--> statement-breakpoint
-- Small tables. A sweep fills the others in slices, except old deliveries, which are deleted with their months.
UPDATE "link_guests" g SET "workspace_id" = l.workspace_id FROM "share_links" l WHERE l.slug = g.slug;
--> statement-breakpoint
UPDATE "request_pictures" p SET "workspace_id" = r.workspace_id FROM "recording_requests" r WHERE r.id = p.request_id;
--> statement-breakpoint
UPDATE "requested_items" i SET "workspace_id" = r.workspace_id FROM "recording_requests" r WHERE r.id = i.request_id;
