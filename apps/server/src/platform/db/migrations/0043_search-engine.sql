CREATE SEQUENCE "public"."search_engine_version" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "search_changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "search_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "search_changes_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "search_engine" (
	"target" text PRIMARY KEY NOT NULL,
	"build" bigint NOT NULL,
	"cursor" uuid,
	"ready" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE INDEX "search_changes_order" ON "search_changes" USING btree ("id");--> statement-breakpoint
CREATE FUNCTION "note_search_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO search_changes (workspace_id, entry_id) SELECT workspace_id, id FROM added;
	ELSIF TG_OP = 'UPDATE' THEN
		-- An entry that moved to another workspace is also removed from the earlier one.
		INSERT INTO search_changes (workspace_id, entry_id) SELECT workspace_id, id FROM added UNION SELECT workspace_id, id FROM removed;
	ELSE
		INSERT INTO search_changes (workspace_id, entry_id) SELECT workspace_id, id FROM removed;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_moved_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- "offset 0" makes the planner look up the entries of each item.
	INSERT INTO search_changes (workspace_id, entry_id)
	SELECT e.workspace_id, e.id
	FROM added n
		JOIN removed o ON o.id = n.id
		CROSS JOIN LATERAL (SELECT workspace_id, id FROM search_entries WHERE item_id = n.id OFFSET 0) e
	WHERE n.container_id IS DISTINCT FROM o.container_id OR (n.trashed_at IS NULL) <> (o.trashed_at IS NULL);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "search_entries_added_changes" AFTER INSERT ON "search_entries" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_search_entries"();
--> statement-breakpoint
CREATE TRIGGER "search_entries_changed_changes" AFTER UPDATE ON "search_entries" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_search_entries"();
--> statement-breakpoint
CREATE TRIGGER "search_entries_removed_changes" AFTER DELETE ON "search_entries" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_search_entries"();
--> statement-breakpoint
CREATE TRIGGER "items_moved_changes" AFTER UPDATE ON "items" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_moved_items"();
--> statement-breakpoint
-- A process that uses a search engine enables them. Without one they cost nothing.
ALTER TABLE "search_entries" DISABLE TRIGGER "search_entries_added_changes";
--> statement-breakpoint
ALTER TABLE "search_entries" DISABLE TRIGGER "search_entries_changed_changes";
--> statement-breakpoint
ALTER TABLE "search_entries" DISABLE TRIGGER "search_entries_removed_changes";
--> statement-breakpoint
ALTER TABLE "items" DISABLE TRIGGER "items_moved_changes";
