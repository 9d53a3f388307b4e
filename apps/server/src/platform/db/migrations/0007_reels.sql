CREATE TABLE "captions" (
	"item_id" uuid NOT NULL,
	"language" text NOT NULL,
	"label" text NOT NULL,
	"vtt" text NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "captions_item_id_language_pk" PRIMARY KEY("item_id","language")
);
--> statement-breakpoint
CREATE TABLE "comment_mentions" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "comment_mentions_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reactions" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reactions_comment_id_emoji_user_id_pk" PRIMARY KEY("comment_id","emoji","user_id")
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"visitor" "bytea" NOT NULL,
	"source" text NOT NULL,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"coverage" "bytea",
	"counted" boolean DEFAULT false NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "recording_facts" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "storyboard_key" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "storyboard" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "progress" integer;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "like_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "unique_view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "renditions" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "recording" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "captions" ADD CONSTRAINT "captions_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captions" ADD CONSTRAINT "captions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_mentions_user" ON "comment_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comment_reactions_user" ON "comment_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_item" ON "uploads" USING btree ("item_id") WHERE "uploads"."recording";--> statement-breakpoint
CREATE INDEX "likes_user" ON "likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "views_visitor" ON "views" USING btree ("item_id","visitor","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "views_counted" ON "views" USING btree ("item_id","created_at") WHERE "views"."counted";
--> statement-breakpoint
CREATE FUNCTION "count_likes"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Likes also go with their people; the number beside the item follows in the same transaction.
BEGIN
	UPDATE items SET like_count = like_count + (CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END)
		WHERE id = (CASE WHEN TG_OP = 'INSERT' THEN NEW.item_id ELSE OLD.item_id END);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "likes_counted" AFTER INSERT OR DELETE ON "likes" FOR EACH ROW EXECUTE FUNCTION "count_likes"();
