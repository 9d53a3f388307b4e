CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"item_id" uuid,
	"folder_id" uuid,
	"level" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"notified_at" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_guests" (
	"slug" text NOT NULL,
	"user_id" uuid NOT NULL,
	"can_comment" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "link_guests_slug_user_id_pk" PRIMARY KEY("slug","user_id")
);
--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_guests" ADD CONSTRAINT "link_guests_slug_share_links_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."share_links"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_guests" ADD CONSTRAINT "link_guests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_target" ON "access_requests" USING btree ("user_id","target_type","target_id");--> statement-breakpoint
CREATE INDEX "access_requests_item" ON "access_requests" USING btree ("item_id") WHERE "access_requests"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "access_requests_folder" ON "access_requests" USING btree ("folder_id") WHERE "access_requests"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX "access_requests_created" ON "access_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "link_guests_user" ON "link_guests" USING btree ("user_id");