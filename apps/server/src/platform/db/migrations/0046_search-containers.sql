-- All locks before any change. An attempt releases them after a short time, so that requests which lock in another order continue.
DO $$
BEGIN
	LOOP
		BEGIN
			SET LOCAL lock_timeout = '300ms';
			LOCK TABLE "items" IN SHARE ROW EXCLUSIVE MODE;
			LOCK TABLE "search_entries" IN ACCESS EXCLUSIVE MODE;
			EXIT;
		EXCEPTION WHEN lock_not_available THEN
			PERFORM pg_sleep(0.1);
		END;
	END LOOP;
	SET LOCAL lock_timeout TO DEFAULT;
END $$;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "container_id" uuid;--> statement-breakpoint
-- Both are built by reading the table once; only the second one has entries then, until the job has filled the rows.
CREATE INDEX "search_entries_container" ON "search_entries" USING btree ("container_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "search_entries"."container_id" is not null;--> statement-breakpoint
CREATE INDEX "search_entries_unplaced" ON "search_entries" USING btree ("workspace_id","id") WHERE "search_entries"."container_id" is null and "search_entries"."item_id" is not null;--> statement-breakpoint
-- The container of an entry that is added, by any release: no statement names the column.
CREATE FUNCTION "place_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT container_id INTO NEW.container_id FROM items WHERE id = NEW.item_id;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "search_entries_placed" BEFORE INSERT ON "search_entries" FOR EACH ROW WHEN (NEW.item_id IS NOT NULL AND NEW.container_id IS NULL)
	EXECUTE FUNCTION "place_entry"();
--> statement-breakpoint
-- Entries follow an item into another container of its workspace. In another workspace their words change too, so they are written anew.
CREATE FUNCTION "move_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE search_entries SET container_id = NEW.container_id WHERE item_id = NEW.id AND container_id IS DISTINCT FROM NEW.container_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "items_moved_entries" AFTER UPDATE OF "folder_id" ON "items" FOR EACH ROW
	WHEN (OLD.container_id IS DISTINCT FROM NEW.container_id AND OLD.workspace_id = NEW.workspace_id) EXECUTE FUNCTION "move_entries"();
--> statement-breakpoint
-- As before, but a search engine does not receive entries of which only the container was written: a move of the item notes them.
CREATE OR REPLACE FUNCTION "note_search_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO search_changes (workspace_id, entry_id) SELECT workspace_id, id FROM added;
	ELSIF TG_OP = 'UPDATE' THEN
		-- An entry that moved to another workspace is also removed from the earlier one.
		INSERT INTO search_changes (workspace_id, entry_id)
		SELECT workspace_id, id FROM (SELECT id, workspace_id, words, at FROM added EXCEPT SELECT id, workspace_id, words, at FROM removed) n
		UNION
		SELECT workspace_id, id FROM (SELECT id, workspace_id, words, at FROM removed EXCEPT SELECT id, workspace_id, words, at FROM added) o;
	ELSE
		INSERT INTO search_changes (workspace_id, entry_id) SELECT workspace_id, id FROM removed;
	END IF;
	RETURN NULL;
END $$;
