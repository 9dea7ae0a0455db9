CREATE TABLE "person_words" (
	"word" text COLLATE "C" NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "person_words_word_user_id_pk" PRIMARY KEY("word","user_id")
);
--> statement-breakpoint
ALTER TABLE "person_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "sort_name" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "person_words" ADD CONSTRAINT "person_words_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_words_by_user" ON "person_words" USING btree ("user_id","word");--> statement-breakpoint
CREATE INDEX "profiles_by_sort_name" ON "profiles" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "profiles_by_organization_name" ON "profiles" USING btree ("organization_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "profiles_by_super" ON "profiles" USING btree ("is_super_admin");--> statement-breakpoint
CREATE INDEX "profiles_by_org_admin" ON "profiles" USING btree ("is_org_admin");