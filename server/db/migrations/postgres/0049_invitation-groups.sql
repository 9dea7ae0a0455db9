CREATE TABLE "invitation_groups" (
	"invitation_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	CONSTRAINT "invitation_groups_invitation_id_group_id_pk" PRIMARY KEY("invitation_id","group_id")
);
--> statement-breakpoint
ALTER TABLE "invitation_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invitation_groups" ADD CONSTRAINT "invitation_groups_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_groups" ADD CONSTRAINT "invitation_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_groups_by_group" ON "invitation_groups" USING btree ("group_id");--> statement-breakpoint
-- The list of an organization's courses kept its views among those of the page 'Courses'; only there is a tab in the address.
UPDATE saved_views SET list = 'Courses of an organization' WHERE list = 'Courses' AND '&' || substr(search, 2) || '&' LIKE '%&tab=courses&%';
