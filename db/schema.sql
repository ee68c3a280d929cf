-- The schema of the portal as SQLite has it after all migrations, to be read: no database is made from this
-- file. It is written by `npm run db:schema`, and test/schema.test.ts compares it with the migrations.
--
-- What is said of a table and of a column is their comment in db/schema/, in the file of the area; what is
-- said of a view and of a trigger is the comment before it in migrations/. Quotes are left out, and so is
-- what SQLite does anyway.
--
-- A table is followed by its indexes and by the triggers that hold its rules. Views come after all tables.
-- The triggers that keep the counts of `tallies` and the versions of contents come last: those that are made
-- from a list (db/counts.ts, db/versions.ts) are told in a line for each table, since they differ in nothing
-- else; those with arithmetic of their own are written out.
--
-- Instants are UTC milliseconds, money is integer cents. `conference_id` is the edition, `uid` a person.


-- site ------------------------------------------------------------------------------------------------------
-- what the portal as a whole is set to, and what it tells everybody

-- A notification is a message that the portal shows above its pages for a time, to an audience.
CREATE TABLE notifications (
  id text PRIMARY KEY NOT NULL,
  message text NOT NULL,
  severity text NOT NULL,
  audience text DEFAULT 'everyone' NOT NULL,
  show_from integer NOT NULL,
  show_until integer,
  created_at integer NOT NULL,
  CONSTRAINT notifications_severity CHECK(severity IN ('INFO', 'IMPORTANT', 'CRITICAL')),
  CONSTRAINT notifications_audience CHECK(audience IN ('everyone', 'applying', 'accepted', 'holders',
    'staff'))
);
CREATE INDEX notifications_show_from ON notifications (show_from);

-- A row says that somebody has seen a notification: the profile's seenNotifications, one row each.
CREATE TABLE seen_notifications (
  uid text NOT NULL,
  notification_id text NOT NULL,
  seen_at integer NOT NULL,
  PRIMARY KEY(uid, notification_id),
  FOREIGN KEY (uid) REFERENCES profiles(uid),
  FOREIGN KEY (notification_id) REFERENCES notifications(id)
);

-- A setting holds for the whole portal, such as which edition is the current one.
CREATE TABLE settings (
  key text PRIMARY KEY NOT NULL,
  value text NOT NULL
);

-- A content version names the state of what is the same for everybody. It changes with every change, so that
-- an isolate knows whether what it has kept is still right.
CREATE TABLE content_versions (
  -- The id of an edition, or "library".
  content text PRIMARY KEY NOT NULL,
  version text NOT NULL
);


-- accounts --------------------------------------------------------------------------------------------------
-- people, sessions, links that work once, counters that brake

-- A user is somebody who has an account: delegates and staff alike, known by one address.
CREATE TABLE users (
  uid text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  -- Lower-cased and trimmed; two spellings of one address are one account.
  email_key text NOT NULL,
  password_hash text NOT NULL,
  email_verified_at integer,
  admin integer DEFAULT false NOT NULL,
  hpair_plus_subscription_id text,
  disabled_at integer,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX users_email_key ON users (email_key);
CREATE INDEX users_admin ON users (admin) WHERE admin = 1;
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at IS NOT NULL;

-- A new user on the staff may see and move money from this moment, whoever made them and by whichever
-- statement. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER users_added_money_since AFTER INSERT ON users WHEN NEW.admin = 1
BEGIN
  DELETE FROM money_since WHERE uid = NEW.uid AND NOT EXISTS (SELECT 1 FROM money_now AS n WHERE n.uid = NEW.uid);
  INSERT INTO money_since SELECT uid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM money_now WHERE uid = NEW.uid
    AND NOT EXISTS (SELECT 1 FROM money_since AS m WHERE m.uid = NEW.uid);
END;

-- A user who joins or leaves the staff, or is disabled or enabled, may see and move money from this moment,
-- or may no longer. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER users_money_since AFTER UPDATE OF admin, disabled_at ON users
  WHEN NEW.admin IS NOT OLD.admin OR NEW.disabled_at IS NOT OLD.disabled_at
BEGIN
  DELETE FROM money_since WHERE uid = NEW.uid AND NOT EXISTS (SELECT 1 FROM money_now AS n WHERE n.uid = NEW.uid);
  INSERT INTO money_since SELECT uid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM money_now WHERE uid = NEW.uid
    AND NOT EXISTS (SELECT 1 FROM money_since AS m WHERE m.uid = NEW.uid);
END;

-- A user who is deleted is forgotten here too. app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER users_gone_money_since AFTER DELETE ON users
BEGIN
  DELETE FROM money_since WHERE uid = OLD.uid;
END;

-- A profile is the specification's document about a user; the notifications that they have seen are beside
-- it.
CREATE TABLE profiles (
  uid text PRIMARY KEY NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid)
);

-- A counter says how often something was tried within its window: signing in, resetting a password, paying.
CREATE TABLE counters (
  key text PRIMARY KEY NOT NULL,
  count integer NOT NULL,
  expires_at integer NOT NULL
);
CREATE INDEX counters_expires_at ON counters (expires_at);

-- A session is a sign-in that has not ended. (What the programme has at a time and in a room is in
-- `programme_sessions`.)
CREATE TABLE sessions (
  -- SHA-256 of the secret that a cookie or a program holds: a copy of this table cannot sign anybody in.
  id_hash text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  -- When the password was last typed in this session.
  authenticated_at integer NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  -- The edition that a member of the staff has chosen to look at; null for the current one.
  edition text,
  FOREIGN KEY (uid) REFERENCES users(uid)
);
CREATE INDEX sessions_uid ON sessions (uid);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- A token is a link that works once.
CREATE TABLE tokens (
  -- SHA-256 of the secret that the link carries.
  hash text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  uid text NOT NULL,
  -- The address that the link confirms or brings back; null for other links.
  email text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  used_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid),
  CONSTRAINT tokens_purpose CHECK(purpose IN ('reset-password', 'own-password', 'revert-email',
    'verify-email', 'known-device'))
);
CREATE INDEX tokens_uid ON tokens (uid, purpose);
CREATE INDEX tokens_expires_at ON tokens (expires_at);


-- conference ------------------------------------------------------------------------------------------------
-- conferences, and what an edition says: rounds, events, what is on sale

-- A conference is one year's meeting at one place, as the page of all conferences shows it.
CREATE TABLE conferences (
  id text PRIMARY KEY NOT NULL,
  location text NOT NULL,
  year integer NOT NULL,
  title text,
  track text,
  lat real NOT NULL,
  lng real NOT NULL
);

-- An event is what a pass admits to. The first that has days is the one with the programme.
CREATE TABLE events (
  conference_id text NOT NULL,
  id text NOT NULL,
  -- Its name as delegates read it, such as "Harvard Conference 2023".
  name text NOT NULL,
  -- In words, such as "thirty-first"; null if nobody counts.
  ordinal text,
  -- After "on the" or "at the", such as "Harvard campus"; null for what happens online.
  venue text,
  -- Where the venue is, as a map finds it; null if nobody has given an address.
  address text,
  -- The portal's drawing for it; null for none.
  drawing text,
  -- The organisers' own drawing, which takes its place: see `drawingOf`.
  own_drawing text,
  -- Calendar days, YYYY-MM-DD, in `timeZone`; both or neither.
  first_day text,
  last_day text,
  time_zone text NOT NULL,
  -- In years, on the first day; null if everybody may come.
  minimum_age integer,
  refund_deposit_cents integer NOT NULL,
  -- The last moment at which a refund may be requested; null if it may be at any time.
  refunds_until integer,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT events_days CHECK((first_day IS NULL) = (last_day IS NULL)),
  CONSTRAINT events_refund_deposit CHECK(refund_deposit_cents >= 0)
);

-- A ticket is a pass as an edition sells it, with the event that it admits to.
CREATE TABLE tickets (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  position integer NOT NULL,
  on_sale integer NOT NULL,
  -- The event that it admits to.
  event_id text NOT NULL,
  -- The first and the last moment at which it is sold; null for no limit.
  sale_from integer,
  sale_until integer,
  -- The day by which accepted delegates are asked to pay. It is only shown: nothing is refused later. Null
  -- for no such day.
  pay_by integer,
  -- How many may have it at the same time; null for no limit.
  places integer,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  FOREIGN KEY (conference_id, event_id) REFERENCES events(conference_id, id),
  CONSTRAINT tickets_id CHECK(id IN ('gold', 'goldPlus')),
  CONSTRAINT tickets_places CHECK(places >= 0)
);

-- An add-on is something that is sold with a pass, or comes with it.
CREATE TABLE add_ons (
  conference_id text NOT NULL,
  id text NOT NULL,
  -- The pass with which it can be bought.
  ticket_id text NOT NULL,
  title text NOT NULL,
  description text,
  cents integer NOT NULL,
  disabled integer DEFAULT false NOT NULL,
  -- It comes with the pass: never chosen, always held.
  included integer DEFAULT false NOT NULL,
  -- A thing that one takes home. Otherwise it is something that one takes part in.
  taken_home integer DEFAULT false NOT NULL,
  variants text,
  image text,
  -- How many may have it at the same time; null for no limit.
  places integer,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id, ticket_id) REFERENCES tickets(conference_id, id),
  CONSTRAINT add_ons_cents CHECK(cents >= 0),
  CONSTRAINT add_ons_places CHECK(places >= 0),
  CONSTRAINT add_ons_included_free CHECK(included = 0 OR cents = 0)
);

-- An agreement is what delegates accept before they get a pass, in Markdown. A version is never edited once
-- somebody has accepted it: each change is a new version.
CREATE TABLE agreements (
  conference_id text NOT NULL,
  version integer NOT NULL,
  opening_letter text NOT NULL,
  code_of_conduct text NOT NULL,
  refund_policy text NOT NULL,
  liability_release text NOT NULL,
  -- The earliest version whose acceptance still counts; null if everybody must accept this one.
  counts_from integer,
  created_at integer NOT NULL,
  PRIMARY KEY(conference_id, version),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- An edition is a conference that takes registrations: only such a conference has a row here.
CREATE TABLE editions (
  conference_id text PRIMARY KEY NOT NULL,
  -- The zone in which deadlines are written and read.
  deadline_zone text DEFAULT 'America/New_York' NOT NULL,
  -- The portal's name, brand and contact while this edition is the current one: they are copied into the
  -- settings.
  site text,
  -- The revision of its document that was published last; null if nobody has edited it in the browser.
  revision integer,
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A round is a deadline for applications, with the day on which its decisions are released.
CREATE TABLE rounds (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  position integer NOT NULL,
  deadline integer NOT NULL,
  decision_release integer NOT NULL,
  -- The flag of the release: decisions set up to this time may be seen once decisionRelease has passed.
  released_at integer,
  -- The releasedAt that everybody has been written to about.
  told_at integer,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A price is what a ticket costs people who applied in a round.
CREATE TABLE prices (
  conference_id text NOT NULL,
  ticket_id text NOT NULL,
  round_id text NOT NULL,
  cents integer NOT NULL,
  PRIMARY KEY(conference_id, ticket_id, round_id),
  FOREIGN KEY (conference_id, ticket_id) REFERENCES tickets(conference_id, id),
  FOREIGN KEY (conference_id, round_id) REFERENCES rounds(conference_id, id),
  CONSTRAINT prices_cents CHECK(cents >= 0)
);

-- A section is a page of the application, with questions.
CREATE TABLE sections (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  introduction text,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A question is asked in the application, or after acceptance, and says who needs its answer.
CREATE TABLE questions (
  conference_id text NOT NULL,
  id text NOT NULL,
  section_id text NOT NULL,
  position integer NOT NULL,
  text text NOT NULL,
  hint text,
  kind text NOT NULL,
  required text NOT NULL,
  -- Shown instead of "This field is required".
  required_message text,
  -- The one field that the question depends on: it is shown only while the condition holds, which is checked
  -- again when that field changes.
  depends_on text,
  options text,
  mask text,
  -- What an answer must be beyond its kind, such as a telephone number or a year not too far away.
  format text,
  max_length integer NOT NULL,
  autocomplete text,
  scholarship_related integer DEFAULT false NOT NULL,
  -- Whether reviewing an application needs the answer: reviewers see only these, directors all.
  for_reviewers integer DEFAULT false NOT NULL,
  -- Whether the door or the kitchen needs the answer: the list of registrations holds only these.
  on_site integer DEFAULT false NOT NULL,
  -- Whether the answer is needed to reach somebody in an emergency: it is in the list of emergency contacts.
  for_emergencies integer DEFAULT false NOT NULL,
  -- Asked once somebody has a place, among the details that may be changed after submitting, and not in the
  -- application.
  asked_later integer DEFAULT false NOT NULL,
  -- No longer asked: it stays in its section because answers to it are kept.
  retired integer DEFAULT false NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id, section_id) REFERENCES sections(conference_id, id),
  CONSTRAINT questions_kind CHECK(kind IN ('short text', 'number', 'country', 'long text', 'document
    upload', 'choice', 'date', 'several of many'))
);

-- A text is what a page or a letter says beyond the exact sentences of the specification: Markdown, by the id
-- of the text.
CREATE TABLE texts (
  conference_id text NOT NULL,
  id text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);


-- editions --------------------------------------------------------------------------------------------------
-- the revisions of an edition, and who works on one

-- A row holds a form of a draft that was rearranged and not saved. It names nobody, and is forgotten after a
-- day.
CREATE TABLE edition_forms (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The address of the page that the form belongs to, such as "/admin/editions/aconf_2024/rounds".
  page text NOT NULL,
  -- A text that names the part from which the form was made.
  seen text NOT NULL,
  -- The values of each item, as JSON.
  items text NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX edition_forms_old ON edition_forms (created_at);

-- A revision is a state in which the document of an edition was saved; the newest is the draft. The
-- conference need not exist yet: its row is made when it is published.
CREATE TABLE edition_revisions (
  conference_id text NOT NULL,
  revision integer NOT NULL,
  -- JSON, checked by `editionDocument` when it is read and written.
  document text NOT NULL,
  -- What was published when the document contained all of it, as JSON; null if nothing was. At places where
  -- both had been changed and nobody has chosen yet, it still holds the value from before.
  base text,
  author_uid text NOT NULL,
  created_at integer NOT NULL,
  PRIMARY KEY(conference_id, revision)
);

-- A publication is one time that a revision was published or is to be. Until then `revision` is the scheduled
-- one; afterwards it is the revision that is exactly what was published.
CREATE TABLE edition_publications (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  revision integer NOT NULL,
  state text NOT NULL,
  due_at integer NOT NULL,
  published_at integer,
  -- What it replaced, as JSON, so that it can be taken back; null if nothing was published before.
  former text,
  -- The number of values that it changes in each part, as JSON; null until it is published.
  changed text,
  -- The publication that it took back; null if it published a draft.
  takes_back text,
  -- Why it could not be published at its time.
  reason text,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (conference_id, revision) REFERENCES edition_revisions(conference_id, revision),
  CONSTRAINT edition_publications_state CHECK(state IN ('scheduled', 'published', 'cancelled', 'refused'))
);
CREATE INDEX edition_publications_conference ON edition_publications (conference_id, created_at, id);
CREATE INDEX edition_publications_due ON edition_publications (due_at) WHERE state = 'scheduled';


-- applications ----------------------------------------------------------------------------------------------
-- applications, answers, documents, what was accepted

-- An acceptance is a delegate's yes to one version of an agreement, with the name and the date that they
-- typed.
CREATE TABLE acceptances (
  conference_id text NOT NULL,
  uid text NOT NULL,
  version integer NOT NULL,
  full_name text NOT NULL,
  -- The date the delegate typed, YYYY-MM-DD; empty when a program accepted it.
  stated_date text NOT NULL,
  accepted_at integer NOT NULL,
  network text,
  user_agent text,
  PRIMARY KEY(conference_id, uid, version),
  FOREIGN KEY (conference_id, version) REFERENCES agreements(conference_id, version)
);

-- An application is what one person hands in to one edition; whoever has one is a delegate of that edition.
CREATE TABLE applications (
  conference_id text NOT NULL,
  uid text NOT NULL,
  created_at integer NOT NULL,
  submitted_at integer,
  -- The time of the first submission, if staff opened the application again: submitting it again keeps that
  -- time.
  reopened_from integer,
  -- The number of reviews, and the mean of their scores in hundredths; updated in the batch of each review.
  review_count integer DEFAULT 0 NOT NULL,
  mean_score integer,
  PRIMARY KEY(conference_id, uid),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE INDEX applications_submitted_at ON applications (conference_id, submitted_at, uid);
CREATE INDEX applications_mean_score ON applications (conference_id, mean_score, uid);

-- A row holds the answers of one application to the questions of one section: two tabs on one section cannot
-- overwrite each other, and two sections never collide.
CREATE TABLE answers (
  conference_id text NOT NULL,
  uid text NOT NULL,
  section_id text NOT NULL,
  -- Counts the saves of this section; a save names the version that it changes.
  version integer NOT NULL,
  answers text NOT NULL,
  saved_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, section_id),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, section_id) REFERENCES sections(conference_id, id),
  CONSTRAINT answers_version CHECK(version > 0)
);
CREATE INDEX answers_nameless ON answers (conference_id, uid) WHERE section_id = 'about' AND trim(coalesce(answers ->> 'firstName', '')) = '';

-- A document is a file that answers a question; the file itself lies in R2.
CREATE TABLE documents (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  uid text NOT NULL,
  question_id text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  -- The object's key in R2; made by us, never from the file's name.
  object_key text NOT NULL,
  uploaded_at integer NOT NULL,
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, question_id) REFERENCES questions(conference_id, id),
  CONSTRAINT documents_size CHECK(size > 0 AND size <= 5000000)
);
CREATE UNIQUE INDEX documents_question ON documents (conference_id, uid, question_id);
CREATE UNIQUE INDEX documents_object_key ON documents (object_key);

-- A search word finds an application: each word of a name, lower-cased and without accents, by which staff
-- search.
CREATE TABLE search_words (
  conference_id text NOT NULL,
  word text NOT NULL,
  uid text NOT NULL,
  PRIMARY KEY(conference_id, word, uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);
CREATE INDEX search_words_uid ON search_words (conference_id, uid);


-- details ---------------------------------------------------------------------------------------------------
-- what delegates changed after submitting

-- A row holds the changes of one save to a delegate's details after submitting. A trigger refuses to change
-- it: the rows are the history, and the last change of each answer is the one in force.
CREATE TABLE detail_changes (
  conference_id text NOT NULL,
  uid text NOT NULL,
  -- Counts the saves; a save names the version that it follows.
  version integer NOT NULL,
  -- By question id.
  changes text NOT NULL,
  saved_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, version),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT detail_changes_version CHECK(version > 0)
);

-- A change of details stays as it was saved. app/details/details.server.ts relies on it: the rows are the
-- history that it shows.
CREATE TRIGGER detail_changes_unchanged BEFORE UPDATE ON detail_changes
BEGIN
  SELECT RAISE(ABORT, 'a change of details is never changed');
END;


-- reviews ---------------------------------------------------------------------------------------------------
-- who reads whom, and their scores

-- An assignment says who reads whose application.
CREATE TABLE assignments (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  -- The plan that made the assignment.
  plan_id text,
  reason text NOT NULL,
  assigned_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, staff_uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);
CREATE INDEX assignments_staff ON assignments (conference_id, staff_uid, uid);

-- A comment is what a member of staff wrote beside an application, for the others on the staff.
CREATE TABLE comments (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The uid of the application's delegate.
  uid text NOT NULL,
  staff_uid text NOT NULL,
  text text NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);
CREATE INDEX comments_application ON comments (conference_id, uid, created_at);
CREATE INDEX comments_staff ON comments (conference_id, staff_uid, created_at);

-- A conflict is a member of staff's word that they should not read an application, and why.
CREATE TABLE conflicts (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  reason text NOT NULL,
  declared_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, staff_uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);

-- A criterion is what a reviewer scores, from 1 to 5; together they are the rubric.
CREATE TABLE criteria (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  hint text,
  -- How much it counts in the score.
  weight integer NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT criteria_weight CHECK(weight > 0)
);

-- A review is what a member of staff thinks of an application: a score for each criterion, and a
-- recommendation.
CREATE TABLE reviews (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  -- Criterion id → 1 to 5.
  scores text NOT NULL,
  -- Weighted mean of the scores, in hundredths: 100 to 500.
  score integer NOT NULL,
  recommendation text NOT NULL,
  -- Counts the saves; a save names the version that it changes.
  version integer NOT NULL,
  created_at integer NOT NULL,
  saved_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, staff_uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT reviews_recommendation CHECK(recommendation IN ('Accepted', 'Deferred to virtual',
    'Waitlisted', 'Rejected')),
  CONSTRAINT reviews_score CHECK(score BETWEEN 100 AND 500)
);
CREATE INDEX reviews_staff ON reviews (conference_id, staff_uid, uid);


-- decisions -------------------------------------------------------------------------------------------------
-- decisions, and plans that change many

-- A plan is a change of many rows, stored before it is made, so that exactly what was looked at is applied.
CREATE TABLE plans (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  -- The applied plan that this one undoes.
  undoes text,
  -- JSON that this kind of plan needs to show it again.
  summary text NOT NULL,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  -- Who asked for it to be applied, and when. It will be, even if that request is cut off. Null once it is
  -- settled.
  asked_by text,
  asked_at integer,
  applied_by text,
  applied_at integer,
  -- The attempt that applied it, of several at once.
  apply_id text,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT plans_kind CHECK(kind IN ('decisions', 'distribution', 'schedule', 'handover')),
  CONSTRAINT plans_state CHECK(state IN ('proposed', 'applied'))
);
CREATE INDEX plans_created_at ON plans (conference_id, kind, created_at, id);
CREATE INDEX plans_asked ON plans (asked_at) WHERE asked_at IS NOT NULL;
CREATE UNIQUE INDEX plans_undone_once ON plans (undoes) WHERE state = 'applied';

-- A decision line is one line of an uploaded file of decisions, or of a plan that undoes an earlier plan.
CREATE TABLE decision_lines (
  plan_id text NOT NULL,
  -- The line number in the file; the header is line 1.
  line integer NOT NULL,
  -- How the line names the applicant: a uid or an e-mail address.
  key text NOT NULL,
  uid text,
  state text NOT NULL,
  -- The decision as it was when the plan was made; null for none.
  old_decision text,
  old_set_by text,
  old_set_at integer,
  old_plan_id text,
  old_told_at integer,
  -- null if the line removes the decision.
  new_decision text,
  -- Whether the line gives, replaces or ends an award.
  changes_award integer DEFAULT false NOT NULL,
  -- The award that the applicant had when the plan was made; null for none.
  old_award text,
  -- The award that the line gives; null if it ends the present one, or changes none.
  new_award text,
  problem text,
  PRIMARY KEY(plan_id, line),
  FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT decision_lines_state CHECK(state IN ('change', 'unchanged', 'refused'))
);
CREATE INDEX decision_lines_state ON decision_lines (plan_id, state, line);

-- A decision says what becomes of an application. Delegates learn it once it is released.
CREATE TABLE decisions (
  conference_id text NOT NULL,
  uid text NOT NULL,
  decision text NOT NULL,
  set_by text,
  set_at integer NOT NULL,
  -- The plan that set the decision; with `setAt` it names this version of the row.
  plan_id text,
  -- When the mail about the decision was queued.
  told_at integer,
  PRIMARY KEY(conference_id, uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT decisions_decision CHECK(decision IN ('Accepted', 'Deferred to virtual', 'Waitlisted',
    'Rejected'))
);
CREATE INDEX decisions_decision ON decisions (conference_id, decision, uid);
CREATE INDEX decisions_untold ON decisions (conference_id, uid) WHERE told_at IS NULL;

-- A distribution line gives or takes away one assignment.
CREATE TABLE distribution_lines (
  plan_id text NOT NULL,
  line integer NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  act text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY(plan_id, line),
  FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT distribution_lines_act CHECK(act IN ('assign', 'withdraw'))
);


-- grants ----------------------------------------------------------------------------------------------------
-- awards, codes and budgets

-- A budget is a sum of money that pays for awards and codes; it is never exceeded.
CREATE TABLE budgets (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  title text NOT NULL,
  cents integer NOT NULL,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT budgets_cents CHECK(cents >= 0)
);
CREATE INDEX budgets_conference ON budgets (conference_id);

-- A grant makes a pass cheaper: an award belongs to a person, a code to everybody who knows it. Add-ons keep
-- their price. A grant is never changed, only ended, so that its effect on a price stays explained.
CREATE TABLE grants (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  kind text NOT NULL,
  -- What the delegate reads on bill and receipt.
  title text NOT NULL,
  -- In capital letters, without spaces; null for an award.
  code text,
  -- Whose award it is; null for a code.
  uid text,
  -- How much it takes off: a share of the price, or cents; one of them is set.
  percent integer,
  amount_cents integer,
  -- The only pass it is for, and the only round; null for any.
  pass_type text,
  round_id text,
  -- How often it can be used; null for any number.
  max_uses integer,
  budget_id text,
  -- The first and the last moment at which it can be used, inclusive; null for no limit.
  valid_from integer,
  valid_until integer,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  -- When somebody on the staff ended it; its reductions stay.
  ended_at integer,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  FOREIGN KEY (budget_id) REFERENCES budgets(id),
  CONSTRAINT grants_kind CHECK(kind IN ('award', 'code')),
  CONSTRAINT grants_whose CHECK((kind = 'award') = (uid IS NOT NULL)),
  CONSTRAINT grants_known CHECK((kind = 'code') = (code IS NOT NULL)),
  CONSTRAINT grants_size CHECK((percent IS NULL) <> (amount_cents IS NULL)),
  CONSTRAINT grants_percent CHECK(percent BETWEEN 1 AND 100),
  CONSTRAINT grants_amount CHECK(amount_cents > 0),
  CONSTRAINT grants_uses CHECK(max_uses > 0)
);
CREATE UNIQUE INDEX grants_code ON grants (conference_id, code) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX grants_award ON grants (conference_id, uid) WHERE ended_at IS NULL;
CREATE INDEX grants_budget ON grants (budget_id);
CREATE INDEX grants_person ON grants (conference_id, uid);

-- A use is what a grant took off the price of a holding; triggers write it with the holding.
CREATE TABLE grant_uses (
  grant_id text NOT NULL,
  holding_id text NOT NULL,
  cents integer NOT NULL,
  PRIMARY KEY(grant_id, holding_id),
  FOREIGN KEY (grant_id) REFERENCES grants(id),
  FOREIGN KEY (holding_id) REFERENCES holdings(id),
  CONSTRAINT grant_uses_cents CHECK(cents >= 0)
);
CREATE INDEX grant_uses_holding ON grant_uses (holding_id);


-- money -----------------------------------------------------------------------------------------------------
-- what is paid, held and given back

-- One row per charge or invoice: what one person pays, for themselves or for several others. It has a payment
-- for each delegate, and the id of the first of them, which is also refId and invoiceNumber at the gateway
-- (20 characters). The state is that of its payments, since one person's money may go back while the others
-- keep theirs.
CREATE TABLE orders (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The payer, who also gets refunds: the delegate themselves, or another person.
  payer_uid text NOT NULL,
  -- The means: a card processor by its name, one of HAND_MEANS, INVOICED, or `none` if nothing is due.
  means text NOT NULL,
  transaction_id text,
  card_brand text,
  card_last_four text,
  -- The sum to pay besides credit: the sum of its payments.
  due_cents integer NOT NULL,
  -- The real time after which nobody is working on its `reserved` or `charging` payments any more.
  lease_until integer NOT NULL,
  -- The real time at which the processor first said that it has no such charge.
  unseen_since integer,
  created_at integer NOT NULL,
  CONSTRAINT orders_id CHECK(length(id) = 20),
  CONSTRAINT orders_due CHECK((due_cents = 0) = (means = 'none') AND due_cents >= 0)
);
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id, means);
CREATE INDEX orders_payer ON orders (payer_uid);

-- One row per delegate and attempt to pay: the bill of what they get of an order. A trigger of the migration
-- refuses a captured one if its order has neither a transaction nor means other than a card.
CREATE TABLE payments (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  delegate_uid text NOT NULL,
  order_id text NOT NULL,
  pass_type text NOT NULL,
  -- Add-on id → true, or the chosen variant.
  add_ons text NOT NULL,
  amount_cents integer NOT NULL,
  -- The part of the amount that is paid with credit; the card is charged the rest.
  credit_cents integer DEFAULT 0 NOT NULL,
  -- The things bought, at the prices of that moment. They add up to the amount.
  lines text NOT NULL,
  state text NOT NULL,
  -- Why the delegate was allowed to pay, as the reserving statement saw it; null if the row was written again
  -- from the processor's ledger.
  grounds text,
  created_at integer NOT NULL,
  resolved_at integer,
  -- The last booking of its money. Each statement that moves money sets it, and the trigger on it writes
  -- `entries`.
  booking text,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  FOREIGN KEY (conference_id, delegate_uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, pass_type) REFERENCES tickets(conference_id, id),
  CONSTRAINT payments_id CHECK(length(id) = 20),
  CONSTRAINT payments_amount CHECK(credit_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT payments_state CHECK(state IN ('reserved', 'charging', 'unknown', 'captured', 'declined',
    'released', 'voided', 'refund_pending', 'refunded')),
  CONSTRAINT payments_pass_type CHECK(pass_type IN ('gold', 'goldPlus'))
);
CREATE INDEX payments_order ON payments (order_id);
CREATE INDEX payments_delegate ON payments (conference_id, delegate_uid, created_at);
CREATE INDEX payments_person ON payments (delegate_uid);
CREATE INDEX payments_state ON payments (state);
CREATE INDEX payments_conference ON payments (conference_id, state, pass_type);
CREATE INDEX payments_created_at ON payments (conference_id, created_at, id);
CREATE INDEX payments_state_created_at ON payments (conference_id, state, created_at, id);

-- No payment counts as paid that nobody can show: its order has a transaction, or its money came another way
-- than by card (db/schema/money.ts). A new payment is held to it here; receipts and
-- app/staff/order-invariants.server.ts rely on it.
CREATE TRIGGER payments_insert_paid BEFORE INSERT ON payments WHEN NEW.state = 'captured'
  AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND transaction_id IS NULL AND means NOT IN ('none', 'bank transfer', 'cash'))
BEGIN
  SELECT RAISE(ABORT, 'a payment is captured with a transaction or by hand');
END;

-- A payment that becomes captured obeys the same rule. Receipts and app/staff/order-invariants.server.ts rely
-- on both.
CREATE TRIGGER payments_update_paid BEFORE UPDATE OF state ON payments WHEN NEW.state = 'captured'
  AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND transaction_id IS NULL AND means NOT IN ('none', 'bank transfer', 'cash'))
BEGIN
  SELECT RAISE(ABORT, 'a payment is captured with a transaction or by hand');
END;

-- Money is booked by the statement that moves it, which says when it happened and on which day it counts:
-- every verb that moves money.
CREATE TRIGGER payments_book BEFORE UPDATE OF booking ON payments
BEGIN
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'paid/' || NEW.id, account, conference_id, order_id, payment_id, 'payment', side, cents, NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM payment_bookings WHERE payment_id = NEW.id AND NEW.state = 'captured'
      AND OLD.state NOT IN ('captured', 'refund_pending', 'refunded', 'voided');
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'void/' || NEW.id, account, conference_id, order_id, payment_id, 'void', side, -sum(cents), NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM entries WHERE payment_id = NEW.id AND NEW.state = 'voided' AND OLD.state <> 'voided'
    GROUP BY account HAVING sum(cents) <> 0;
END;

-- No state in which money has moved comes without its entries, and no amount changes once it is booked.
CREATE TRIGGER payments_insert_booked BEFORE INSERT ON payments
WHEN NEW.state IN ('captured', 'refund_pending', 'refunded') AND NEW.amount_cents > 0 AND NEW.booking IS NULL
BEGIN
  SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;

-- A payment reaches no state in which money has moved without its entries. app/money/books/ relies on it.
CREATE TRIGGER payments_update_booked AFTER UPDATE OF state ON payments
WHEN NEW.state = 'captured' AND NEW.amount_cents > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE event = 'paid/' || NEW.id)
  OR NEW.state = 'voided' AND EXISTS (SELECT 1 FROM entries WHERE payment_id = NEW.id GROUP BY account HAVING sum(cents) <> 0)
BEGIN
  SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;

-- A payment that is booked keeps its amounts and its order. app/money/books/ relies on it.
CREATE TRIGGER payments_stay_booked BEFORE UPDATE OF amount_cents, credit_cents, order_id ON payments
WHEN EXISTS (SELECT 1 FROM entries WHERE event = 'paid/' || OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'what is booked is never changed');
END;

-- What came in for an invoice that ends unpaid has bought nothing, whatever ends it. app/money/invoices/
-- relies on it.
CREATE TRIGGER payments_end_parts AFTER UPDATE OF state ON payments
WHEN NEW.id = NEW.order_id AND OLD.state = 'reserved' AND NEW.state NOT IN ('reserved', 'captured')
BEGIN
  UPDATE takings SET state = 'unwanted' WHERE order_id = NEW.order_id AND state = 'part';
END;

-- What is held of a payment comes with it, follows its state, and goes with it; so that who may enter never
-- differs from what was paid, whatever moves the payment (docs/decisions/0041-what-is-held.md). A new payment
-- makes its holdings, and their uses of grants, from its lines; app/standing/holdings.server.ts relies on it.
CREATE TRIGGER payments_make_holdings AFTER INSERT ON payments
BEGIN
  INSERT INTO holdings (id, conference_id, uid, item, pass_type, title, variant, cents, payment_id, state, since)
    SELECT NEW.id || printf('-%02d', l.key), NEW.conference_id, NEW.delegate_uid, l.value ->> 'id', NEW.pass_type, l.value ->> 'title', l.value ->> 'variant', l.value ->> 'cents', NEW.id,
    iif(NEW.state IN ('reserved', 'charging', 'unknown'), 'pending', iif(NEW.state = 'captured', 'held',
      iif(NEW.state = 'refund_pending', 'ending', 'ended'))),
    iif(NEW.state IN ('captured', 'voided', 'refund_pending', 'refunded'), coalesce(NEW.resolved_at, NEW.created_at), NULL)
    FROM json_each(NEW.lines) AS l;
  INSERT INTO grant_uses (grant_id, holding_id, cents)
    SELECT r.value ->> 'id', NEW.id || printf('-%02d', l.key), r.value ->> 'cents'
    FROM json_each(NEW.lines) AS l, json_each(coalesce(l.value -> 'reductions', '[]')) AS r;
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'paid/' || NEW.id, account, conference_id, order_id, payment_id, 'payment', side, cents, NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM payment_bookings WHERE payment_id = NEW.id AND NEW.state IN ('captured', 'refund_pending', 'refunded');
END;

-- A payment that changes its state moves what is held of it. app/standing/holdings.server.ts relies on it: it
-- asks no payment who may enter.
CREATE TRIGGER payments_move_holdings AFTER UPDATE OF state ON payments
BEGIN
  UPDATE holdings SET state = 'held', since = coalesce(since, NEW.resolved_at, NEW.created_at), until = NULL
    WHERE payment_id = NEW.id AND NEW.state = 'captured' AND (state = 'pending' OR state = 'ending' AND OLD.state = 'refund_pending');
  UPDATE holdings SET state = coalesce((SELECT p.state FROM holdings AS p WHERE p.conference_id = NEW.conference_id
      AND p.uid = holdings.uid AND p.item = NEW.pass_type AND p.state IN ('held', 'ending')), 'ended'), until = since
    WHERE payment_id = NEW.id AND NEW.state = 'captured' AND state = 'held'
      AND NOT EXISTS (SELECT 1 FROM holdings AS p WHERE p.payment_id = NEW.id AND p.item = NEW.pass_type)
      AND NOT EXISTS (SELECT 1 FROM holdings AS p WHERE p.conference_id = NEW.conference_id AND p.uid = holdings.uid
        AND p.item = NEW.pass_type AND p.state = 'held')
      AND EXISTS (SELECT 1 FROM holdings AS p WHERE p.conference_id = NEW.conference_id AND p.uid = holdings.uid
        AND p.item = NEW.pass_type);
  UPDATE holdings SET state = 'ending' WHERE payment_id = NEW.id AND state = 'held' AND NEW.state = 'refund_pending';
  UPDATE holdings SET state = 'ended', until = iif(since IS NULL, NULL, coalesce(until, NEW.resolved_at))
    WHERE payment_id = NEW.id AND state <> 'ended' AND NEW.state IN ('declined', 'released', 'voided', 'refunded');
END;

-- A payment that is deleted takes its holdings and their uses of grants along.
-- app/money/payments/reservations.server.ts relies on it when it replaces an attempt.
CREATE TRIGGER payments_take_holdings BEFORE DELETE ON payments
BEGIN
  DELETE FROM grant_uses WHERE holding_id IN (SELECT id FROM holdings WHERE payment_id = OLD.id);
  DELETE FROM holdings WHERE payment_id = OLD.id;
END;

-- What somebody has, or is about to have: one row per pass and add-on, never deleted. The payment stays the
-- bill; only this table says who may enter (docs/decisions/0041-what-is-held.md). Triggers, which are defined
-- in the migrations only, make the rows from the lines of a payment and let them follow what becomes of it
-- and of its refunds.
CREATE TABLE holdings (
  -- The id of the payment and the number of the line; a holding that came from another one has an id of its
  -- own.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The holder.
  uid text NOT NULL,
  -- The pass type, or the add-on's id.
  item text NOT NULL,
  -- The pass itself, or the pass that the add-on is held with.
  pass_type text NOT NULL,
  title text NOT NULL,
  variant text,
  -- What the line cost.
  cents integer NOT NULL,
  payment_id text NOT NULL,
  -- The holding whose place this one took; null if it was bought.
  from_holding text,
  state text NOT NULL,
  -- From when and until when it was held; null if it was not, or not yet.
  since integer,
  until integer,
  FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT holdings_cents CHECK(cents >= 0),
  CONSTRAINT holdings_state CHECK(state IN ('pending', 'held', 'ending', 'ended')),
  CONSTRAINT holdings_pass_type CHECK(pass_type IN ('gold', 'goldPlus'))
);
CREATE UNIQUE INDEX holdings_one_live ON holdings (conference_id, uid, item) WHERE state IN ('pending', 'held', 'ending');
CREATE INDEX holdings_person ON holdings (conference_id, uid, state);
CREATE INDEX holdings_item ON holdings (conference_id, item, state);
CREATE INDEX holdings_payment ON holdings (payment_id);
CREATE INDEX holdings_from ON holdings (from_holding) WHERE from_holding IS NOT NULL;

-- Add-ons of other payments end and come back with the pass they go with:
-- app/money/refunds/giving-back.server.ts gives back one bill, and leaves the others to this.
CREATE TRIGGER holdings_follow_pass AFTER UPDATE OF state ON holdings
WHEN NEW.item = NEW.pass_type AND NEW.state IN ('held', 'ending', 'ended')
BEGIN
  UPDATE holdings SET state = NEW.state, until = NEW.until
    WHERE conference_id = NEW.conference_id AND uid = NEW.uid AND pass_type = NEW.pass_type AND item <> NEW.pass_type
      AND payment_id <> NEW.payment_id AND state <> NEW.state
      AND state IN (SELECT value FROM json_each(iif(NEW.state = 'held', '["ending"]', '["held","ending"]')))
      AND NOT (NEW.state = 'held' AND EXISTS (SELECT 1 FROM holdings AS b
        JOIN refund_lines AS l ON l.holding_id = b.id AND l.ends JOIN refunds AS f ON f.id = l.refund_id AND f.state <> 'refused'
        WHERE b.payment_id = holdings.payment_id AND b.item = holdings.item));
END;

-- Who has the pass needs nobody to pay for it any more: standing requests end, however the pass came. A pass
-- that is held from the beginning ends them here; app/standing/payer-requests.server.ts relies on it.
CREATE TRIGGER holdings_insert_ends_requests AFTER INSERT ON holdings WHEN NEW.state = 'held' AND NEW.item = NEW.pass_type
BEGIN
  UPDATE payer_requests SET ended_at = coalesce(NEW.since, 0) WHERE conference_id = NEW.conference_id AND uid = NEW.uid
    AND NEW.pass_type IN (pass_type, 'goldPlus') AND ended_at IS NULL;
END;

-- A pass that becomes held ends the same requests. app/standing/payer-requests.server.ts relies on both.
CREATE TRIGGER holdings_update_ends_requests AFTER UPDATE OF state ON holdings WHEN NEW.state = 'held' AND NEW.item = NEW.pass_type
BEGIN
  UPDATE payer_requests SET ended_at = coalesce(NEW.since, 0) WHERE conference_id = NEW.conference_id AND uid = NEW.uid
    AND NEW.pass_type IN (pass_type, 'goldPlus') AND ended_at IS NULL;
END;

-- Something given back: money or credit for a payment, or only a holding, with nothing for it. Holdings that
-- its lines end are no longer held from the moment of the request.
CREATE TABLE refunds (
  -- The id is also the invoice number at the gateway (20 characters).
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  payment_id text NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  -- The part of a money refund that becomes credit again, since it was paid with credit.
  credit_cents integer DEFAULT 0 NOT NULL,
  -- Whether everything held of the payment ends with it; if not, the payment stays captured.
  ends_all integer DEFAULT true NOT NULL,
  reason text NOT NULL,
  -- The row of `reversals` that takes back money which never came; null if something was given back.
  reversal_id text,
  -- Set if nobody here gave anything back: a bank took the charge back, or never paid it. Such a row ends
  -- nothing and has no transaction; it is `done` until the bank gives the money back, and then `refused`.
  -- `requestedBy` is who recorded it, or the processor that reported it.
  bank_state text,
  state text NOT NULL,
  -- The id of the void or refund at the gateway.
  transaction_id text,
  requested_by text NOT NULL,
  -- The real time after which nobody is working on a `sending` row any more.
  lease_until integer NOT NULL,
  created_at integer NOT NULL,
  resolved_at integer,
  -- The last booking of its money. Each statement that moves money sets it, and the trigger on it writes
  -- `entries`.
  booking text,
  FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_id CHECK(length(id) = 20),
  CONSTRAINT refunds_amount CHECK(amount_cents > 0 OR amount_cents = 0 AND state IN ('pending', 'done')),
  CONSTRAINT refunds_kind CHECK(kind IN ('money', 'credit')),
  CONSTRAINT refunds_state CHECK(state IN ('pending', 'sending', 'unknown', 'done', 'refused'))
);
CREATE UNIQUE INDEX refunds_one_open ON refunds (payment_id) WHERE state IN ('pending', 'sending', 'unknown');
CREATE UNIQUE INDEX refunds_one_bank ON refunds (payment_id) WHERE bank_state IS NOT NULL AND state <> 'refused';
CREATE INDEX refunds_bank ON refunds (conference_id, bank_state) WHERE bank_state IS NOT NULL;
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_state ON refunds (state, lease_until);
CREATE INDEX refunds_conference ON refunds (conference_id, resolved_at);

-- A refund that is done, or that a bank gives back, writes its entries. app/money/refunds/ relies on it.
CREATE TRIGGER refunds_book BEFORE UPDATE OF booking ON refunds
WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'voided')
BEGIN
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'refund/' || NEW.id, account, conference_id, order_id, payment_id, kind, side, cents, NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM refund_bookings WHERE refund_id = NEW.id AND NEW.state = 'done' AND OLD.state <> 'done';
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'back/' || NEW.id, account, conference_id, order_id, payment_id, 'bank back', side, -cents, NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM entries WHERE event = 'refund/' || NEW.id AND NEW.state = 'refused' AND OLD.state = 'done';
END;

-- A refund that is done, of an order that has an invoice, gets a credit note with the next number of its
-- edition. All who give something back rely on it (docs/decisions/0086-credit-notes.md).
CREATE TRIGGER refunds_write_note AFTER UPDATE OF booking ON refunds
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.amount_cents > 0
BEGIN
  INSERT INTO credit_notes (refund_id, conference_id, order_id, number, cents, issued_at)
    SELECT NEW.id, i.conference_id, i.order_id,
      (SELECT coalesce(max(c.number), 0) + 1 FROM credit_notes AS c WHERE c.conference_id = i.conference_id),
      NEW.amount_cents, NEW.booking ->> 'at'
    FROM payments AS p JOIN invoices AS i ON i.order_id = p.order_id WHERE p.id = NEW.payment_id;
END;

-- A refund begins open. The triggers that book it rely on its lines.
CREATE TRIGGER refunds_begin_open BEFORE INSERT ON refunds WHEN NEW.state = 'done'
BEGIN
  SELECT RAISE(ABORT, 'a refund begins open, so that its lines are there when it is booked');
END;

-- A refund reaches no state in which money has moved without its entries. app/money/books/ relies on it.
CREATE TRIGGER refunds_update_booked AFTER UPDATE OF state ON refunds
WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'voided') AND (
  NEW.state = 'done' AND NEW.amount_cents > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE event = 'refund/' || NEW.id)
  OR NEW.state = 'refused' AND OLD.state = 'done' AND NEW.amount_cents > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE event = 'back/' || NEW.id))
BEGIN
  SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;

-- A refund that is booked keeps its amounts, its kind and its payment. app/money/books/ relies on it.
CREATE TRIGGER refunds_stay_booked BEFORE UPDATE OF amount_cents, credit_cents, kind, payment_id ON refunds
WHEN EXISTS (SELECT 1 FROM entries WHERE event = 'refund/' || OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'what is booked is never changed');
END;

-- A refund that is done or refused ends what it was to end, or lets it be held again.
-- app/money/refunds/refund-outcomes.server.ts relies on it.
CREATE TRIGGER refunds_move_holdings AFTER UPDATE OF state ON refunds WHEN NEW.state IN ('done', 'refused')
BEGIN
  UPDATE holdings SET state = iif(NEW.state = 'done', 'ended', 'held'),
    until = iif(NEW.state = 'done', until, NULL)
    WHERE state = 'ending'
      AND id IN (SELECT h.id FROM refund_lines AS l JOIN line_holdings AS h ON h.line_id = l.holding_id WHERE l.refund_id = NEW.id AND l.ends)
      AND NOT (NEW.state = 'refused' AND item <> pass_type AND EXISTS (SELECT 1 FROM holdings AS p
        WHERE p.conference_id = holdings.conference_id AND p.uid = holdings.uid AND p.item = holdings.pass_type
          AND p.payment_id <> holdings.payment_id AND p.state = 'ending'));
END;

-- A refund line says how much a refund gives back of a line of the bill, and whether it ends it; the cents of
-- the lines add up to the refund. A line is named by the holding that was bought. What is held of it now,
-- perhaps in another size, is the holding of the same payment and item that has not ended.
CREATE TABLE refund_lines (
  refund_id text NOT NULL,
  holding_id text NOT NULL,
  cents integer NOT NULL,
  -- Whether it is no longer held from the moment of the request.
  ends integer NOT NULL,
  PRIMARY KEY(refund_id, holding_id),
  FOREIGN KEY (refund_id) REFERENCES refunds(id),
  FOREIGN KEY (holding_id) REFERENCES holdings(id),
  CONSTRAINT refund_lines_cents CHECK(cents >= 0)
);
CREATE INDEX refund_lines_holding ON refund_lines (holding_id);

-- What a refund ends is no longer held from the moment it is asked for, ends when the money has gone, and
-- comes back if the processor refuses. A refund line that ends something does so here;
-- app/money/refunds/giving-back.server.ts relies on it.
CREATE TRIGGER refund_lines_end_holdings AFTER INSERT ON refund_lines WHEN NEW.ends
BEGIN
  UPDATE holdings SET
    state = 'ending',
    until = (SELECT created_at FROM refunds WHERE id = NEW.refund_id)
    WHERE id IN (SELECT id FROM line_holdings WHERE line_id = NEW.holding_id) AND state IN ('held', 'ending');
END;

-- The ledger: what happened to money, written once by triggers and never changed
-- (docs/decisions/0082-the-ledger.md). Each event is two or more entries that add up to zero: money that came
-- in is on the account of the means, and each thing sold on an account of its own, below zero. A correction
-- is another event. No entry names a person.
CREATE TABLE entries (
  -- The event: `paid/` or `void/` with a payment, `refund/` or `back/` with a refund, `owed/` or `gone/` with
  -- a taking.
  event text NOT NULL,
  -- The means, `credit`, `owed`, `written off`, a pass type or an add-on's id.
  account text NOT NULL,
  conference_id text NOT NULL,
  order_id text NOT NULL,
  -- The bill; for money that buys nothing, or nothing yet, the first bill of the order that it was sent for.
  payment_id text NOT NULL,
  kind text NOT NULL,
  side text NOT NULL,
  cents integer NOT NULL,
  happened_at integer NOT NULL,
  -- The calendar day on which it counts, YYYY-MM-DD in the zone that the edition's deadlines had then.
  booked_on text NOT NULL,
  -- Whether it was found again beside a database that had been set back, and so is booked later than it
  -- happened.
  restored integer DEFAULT false NOT NULL,
  PRIMARY KEY(event, account),
  CONSTRAINT entries_cents CHECK(cents <> 0),
  CONSTRAINT entries_kind CHECK(kind IN ('payment', 'refund', 'credit', 'correction', 'bank', 'bank back',
    'void')),
  CONSTRAINT entries_side CHECK(side IN ('money', 'credit', 'owed', 'sold')),
  CONSTRAINT entries_booked_on CHECK(booked_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
CREATE INDEX entries_booked_on ON entries (conference_id, booked_on, happened_at, payment_id);
CREATE INDEX entries_payment ON entries (payment_id);

-- The ledger is written once: an event is booked once, and no entry is changed or deleted
-- (docs/decisions/0082-the-ledger.md).
CREATE TRIGGER entries_once BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM entries WHERE event = NEW.event AND account = NEW.account)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- An entry is never changed. Whoever has booked a month relies on it.
CREATE TRIGGER entries_unchanged BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry is never changed');
END;

-- An entry is never deleted. Whoever has booked a month relies on it.
CREATE TRIGGER entries_kept BEFORE DELETE ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry is never deleted');
END;

-- A subscription is one attempt to subscribe to HPAIR+, and what became of it. The id is also the invoice
-- number of its first charge (20 characters).
CREATE TABLE subscriptions (
  id text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  title text NOT NULL,
  amount_cents integer NOT NULL,
  interval_months integer NOT NULL,
  state text NOT NULL,
  gateway text NOT NULL,
  -- The id of the first charge at the gateway.
  transaction_id text,
  -- The id of the recurring subscription at the gateway.
  gateway_subscription_id text,
  card_brand text,
  card_last_four text,
  -- The real time until which a request waits for the processor's answer about another card; after that, the
  -- processor is asked which card it has. null if no change is open.
  card_change_until integer,
  -- The end (real time) of the paid time; null before the first charge.
  paid_until integer,
  cancelled_at integer,
  -- The real time after which nobody is working on a `reserved`, `charging` or `charged` row any more.
  lease_until integer NOT NULL,
  -- The real time at which the processor first said that it has no such charge.
  unseen_since integer,
  created_at integer NOT NULL,
  resolved_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid),
  CONSTRAINT subscriptions_id CHECK(length(id) = 20),
  CONSTRAINT subscriptions_amount CHECK(amount_cents > 0),
  CONSTRAINT subscriptions_state CHECK(state IN ('reserved', 'charging', 'unknown', 'declined', 'released',
    'charged', 'active', 'past_due', 'cancelled', 'ended', 'refunded'))
);
CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions (uid) WHERE state IN ('reserved', 'charging', 'unknown', 'charged', 'active', 'past_due', 'cancelled');
CREATE UNIQUE INDEX subscriptions_transaction ON subscriptions (gateway, transaction_id);
CREATE UNIQUE INDEX subscriptions_gateway ON subscriptions (gateway, gateway_subscription_id);
CREATE INDEX subscriptions_uid ON subscriptions (uid, created_at);
CREATE INDEX subscriptions_state ON subscriptions (state, lease_until);
CREATE INDEX subscriptions_paid_until ON subscriptions (state, paid_until);

-- A period is what one charge of a subscription paid for, the first and every renewal; receipts are made from
-- these.
CREATE TABLE subscription_periods (
  id text PRIMARY KEY NOT NULL,
  subscription_id text NOT NULL,
  -- null if the processor only said that the period was paid.
  transaction_id text,
  amount_cents integer NOT NULL,
  period_from integer NOT NULL,
  period_until integer NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE UNIQUE INDEX subscription_periods_once ON subscription_periods (subscription_id, period_from);
CREATE UNIQUE INDEX subscription_periods_transaction ON subscription_periods (transaction_id);

-- A webhook event is a report that the card processor sent by itself, stored once: a hint to go and ask.
CREATE TABLE webhook_events (
  id text PRIMARY KEY NOT NULL,
  -- The card processor that sent the report.
  gateway text NOT NULL,
  type text NOT NULL,
  -- The transaction or subscription that it is about.
  subject text,
  received_at integer NOT NULL,
  handled_at integer
);
CREATE INDEX webhook_events_open ON webhook_events (handled_at, received_at);
CREATE INDEX webhook_events_received_at ON webhook_events (received_at);


-- payer-requests --------------------------------------------------------------------------------------------
-- who was asked to pay for whom

-- A payer request is a delegate's request to another person, known only by an e-mail address, to pay for
-- them. It allows that person to learn the delegate's name and the price of their pass. A trigger ends it
-- once the pass is held, however it was paid for.
CREATE TABLE payer_requests (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The delegate whose pass it is.
  uid text NOT NULL,
  pass_type text NOT NULL,
  add_ons text NOT NULL,
  -- The pass that they already held and were told is not credited to this one; null for none.
  held_pass text,
  -- The address of the person who is asked, as it was typed and as addresses are compared.
  email text NOT NULL,
  email_key text NOT NULL,
  -- The payment that was last reserved for it; null for none.
  payment_id text,
  created_at integer NOT NULL,
  -- When it was taken back, replaced or refused, or its pass held; null while it is open.
  ended_at integer,
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT payer_requests_id CHECK(length(id) = 20),
  CONSTRAINT payer_requests_pass_type CHECK(pass_type IN ('gold', 'goldPlus'))
);
CREATE UNIQUE INDEX payer_requests_one_open ON payer_requests (conference_id, uid, pass_type) WHERE ended_at IS NULL;
CREATE INDEX payer_requests_asked ON payer_requests (email_key) WHERE ended_at IS NULL;
CREATE INDEX payer_requests_uid ON payer_requests (uid);
CREATE INDEX payer_requests_payment ON payer_requests (payment_id);


-- transfers -------------------------------------------------------------------------------------------------
-- passes offered to another person

-- A transfer is a pass that its holder has offered to another person, with everything held with it, and what
-- became of the offer (docs/decisions/0050-transfers.md). An open one can be accepted until it expires and
-- while its pass is held.
CREATE TABLE transfers (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The holding of the pass of the person who offers it.
  holding_id text NOT NULL,
  from_uid text NOT NULL,
  -- The address to which it is offered, as it was typed.
  email text NOT NULL,
  -- The person with this address, if they could take the pass over when it was offered; null if nobody can
  -- accept.
  to_uid text,
  state text NOT NULL,
  -- Why the new holder has the right to the pass, as the accepting statement saw it; null until then.
  grounds text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  closed_at integer,
  -- Who accepted it or took it back; null while it is open, and if it expired.
  closed_by text,
  FOREIGN KEY (holding_id) REFERENCES holdings(id),
  CONSTRAINT transfers_state CHECK(state IN ('open', 'accepted', 'taken back', 'expired')),
  CONSTRAINT transfers_closed CHECK((state = 'open') = (closed_at IS NULL)),
  CONSTRAINT transfers_accepted CHECK(state <> 'accepted' OR closed_by = to_uid)
);
CREATE UNIQUE INDEX transfers_one_open ON transfers (holding_id) WHERE state = 'open';
CREATE INDEX transfers_from ON transfers (conference_id, from_uid);
CREATE INDEX transfers_to ON transfers (conference_id, to_uid);


-- invoices --------------------------------------------------------------------------------------------------
-- invoices, and money that came in by hand

-- An invoice is what an order says beyond its bills if no card pays it, as it was written: later changes of
-- the edition change none. Its bills are the payments of its order, with the same lines and states as any
-- other. Rows are never deleted, so the numbers of an edition have no gaps.
CREATE TABLE invoices (
  order_id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- Counted from 1 in each edition.
  number integer NOT NULL,
  buyer_name text NOT NULL,
  buyer_address text NOT NULL,
  -- The names of the delegates, by the ids of their bills; empty for those who had given none.
  names text NOT NULL,
  -- What the passes admit to, by its name at that time, with its days: one line each.
  events text NOT NULL,
  seller text NOT NULL,
  pay_to text NOT NULL,
  tax text NOT NULL,
  -- The tax that its prices include, in hundredths of a percent; 0 for none, and then there is no tax number.
  tax_rate integer NOT NULL,
  tax_number text NOT NULL,
  issued_at integer NOT NULL,
  due_at integer NOT NULL,
  -- When its delegate was reminded of it.
  reminded_at integer,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT invoices_number CHECK(number > 0),
  CONSTRAINT invoices_tax CHECK(tax_rate >= 0 AND (tax_rate > 0) = (tax_number <> ''))
);
CREATE UNIQUE INDEX invoices_number ON invoices (conference_id, number);
CREATE INDEX invoices_due ON invoices (reminded_at, due_at);

-- A credit note is the document for money that went back of an order with an invoice: a trigger of the
-- migration writes it once the refund is done. Everything but its amount is in its refund's lines and its
-- invoice, which never change. Triggers refuse to change and to delete a row, so the numbers of an edition
-- have no gaps.
CREATE TABLE credit_notes (
  refund_id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The order whose invoice it belongs to.
  order_id text NOT NULL,
  -- Counted from 1 in each edition, separately from invoices.
  number integer NOT NULL,
  cents integer NOT NULL,
  issued_at integer NOT NULL,
  CONSTRAINT credit_notes_number CHECK(number > 0),
  CONSTRAINT credit_notes_cents CHECK(cents > 0)
);
CREATE UNIQUE INDEX credit_notes_number ON credit_notes (conference_id, number);
CREATE INDEX credit_notes_order ON credit_notes (order_id);

-- A refund has one credit note, which stays the first. app/money/invoices/credit-notes.server.ts relies on
-- it.
CREATE TRIGGER credit_notes_once BEFORE INSERT ON credit_notes
WHEN EXISTS (SELECT 1 FROM credit_notes WHERE refund_id = NEW.refund_id)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- A credit note is never changed. Whoever has one on paper relies on it.
CREATE TRIGGER credit_notes_unchanged BEFORE UPDATE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'a credit note is never changed');
END;

-- A credit note is never deleted, so that the numbers have no gaps. app/staff/invoice-invariants.server.ts
-- relies on it.
CREATE TRIGGER credit_notes_kept BEFORE DELETE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'a credit note is never deleted');
END;

-- A row says how an edition takes money without a card processor, as it was proposed. The applied row with
-- the highest version is in force; if there is none, nothing is. Triggers, which are defined in the
-- migrations only, refuse to change what a row says, and to delete it.
CREATE TABLE invoicing (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  seller text NOT NULL,
  pay_to text NOT NULL,
  tax text NOT NULL,
  -- The tax that prices include, in hundredths of a percent; 0 for none, and then there is no tax number.
  tax_rate integer NOT NULL,
  tax_number text NOT NULL,
  days integer NOT NULL,
  second_person_cents integer NOT NULL,
  write_off_cents integer NOT NULL,
  state text NOT NULL,
  -- The version in force when it was proposed, which it replaces; 0 if there was none.
  replaces integer NOT NULL,
  -- Counted from 1 in each edition as they are applied; null until then.
  version integer,
  -- Null if a seed or a migration wrote it.
  proposed_by text,
  proposed_at integer NOT NULL,
  -- When it is applied without a second person, if there was none; null if one has to confirm it.
  applies_at integer,
  -- Who confirmed or withdrew it; null until then, or if nobody had to confirm it.
  settled_by text,
  settled_at integer,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT invoicing_state CHECK(state IN ('proposed', 'applied', 'withdrawn')),
  CONSTRAINT invoicing_applied CHECK((state = 'applied') = (version IS NOT NULL)),
  CONSTRAINT invoicing_two CHECK(state <> 'applied' OR proposed_by IS NULL OR iif(settled_by IS NULL,
        coalesce(settled_at >= applies_at, 0), settled_by <> proposed_by)),
  CONSTRAINT invoicing_days CHECK(days > 0),
  CONSTRAINT invoicing_limit CHECK(second_person_cents >= 0),
  CONSTRAINT invoicing_write_off CHECK(write_off_cents >= 0),
  CONSTRAINT invoicing_tax CHECK(tax_rate >= 0 AND (tax_rate > 0) = (tax_number <> ''))
);
CREATE UNIQUE INDEX invoicing_version ON invoicing (conference_id, version);
CREATE UNIQUE INDEX invoicing_one ON invoicing (conference_id) WHERE state IN ('proposed');

-- A proposal for invoices stays as it was proposed. app/money/invoices/invoicing-proposals.server.ts relies
-- on it: the second person confirms what they read.
CREATE TRIGGER invoicing_stays BEFORE UPDATE OF id, conference_id, seller, pay_to, tax, tax_rate, tax_number, days, second_person_cents, write_off_cents, replaces, proposed_by, proposed_at, applies_at ON invoicing
BEGIN
  SELECT RAISE(ABORT, 'what was proposed is never changed');
END;

-- A proposal for invoices is applied or withdrawn once. app/money/invoices/invoicing-proposals.server.ts
-- relies on it when two people settle it at once.
CREATE TRIGGER invoicing_settled_once BEFORE UPDATE ON invoicing WHEN OLD.state <> 'proposed'
BEGIN
  SELECT RAISE(ABORT, 'what was applied or withdrawn is never changed');
END;

-- A proposal for invoices is never deleted. app/money/invoices/invoicing-proposals.server.ts relies on it: if
-- the newest went, the one before would be in force.
CREATE TRIGGER invoicing_kept BEFORE DELETE ON invoicing
BEGIN
  SELECT RAISE(ABORT, 'what was proposed is never deleted');
END;

-- Money that came in by hand, as the staff recorded it: one row per sum, never deleted. A row can also say
-- that the rest of an invoice is written off. The form in which it was typed made the id, so that one form is
-- one row however often it is sent.
CREATE TABLE takings (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The invoice it was sent for.
  order_id text NOT NULL,
  means text NOT NULL,
  -- The reference by which it is found on the bank statement or in the cash book; for a write-off, the
  -- reason.
  reference text NOT NULL,
  -- The calendar day on which it came in, YYYY-MM-DD.
  received_on text NOT NULL,
  amount_cents integer NOT NULL,
  -- The limit in force when it was recorded: above it, a second person confirms.
  limit_cents integer NOT NULL,
  state text NOT NULL,
  -- Whether it paid its invoice together with others that came later; for a write-off, whether it ever
  -- counted.
  is_part integer DEFAULT false NOT NULL,
  recorded_by text NOT NULL,
  recorded_at integer NOT NULL,
  -- The same moment in real time. It decides who had the right to payments before.
  created_at integer NOT NULL,
  -- Who confirmed money that buys nothing, or nothing yet; null if it is not such money, or nobody has.
  confirmed_by text,
  confirmed_at integer,
  -- Who confirmed that it pays its invoice, withdrew it or gave it back; null until then.
  settled_by text,
  settled_at integer,
  -- Why it was withdrawn, or how it was given back.
  note text,
  -- Its last booking, if it bought nothing when it came. Money that pays its invoice is booked with the
  -- payments.
  booking text,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT takings_id CHECK(length(id) = 20),
  CONSTRAINT takings_amount CHECK(amount_cents > 0),
  CONSTRAINT takings_means CHECK(means IN ('bank transfer', 'cash', 'written off')),
  CONSTRAINT takings_state CHECK(state IN ('waiting', 'part', 'taken', 'withdrawn', 'unconfirmed',
    'unwanted', 'returned', 'reversed'))
);
CREATE UNIQUE INDEX takings_one ON takings (order_id) WHERE state = 'waiting' OR state = 'taken' AND is_part = 0;
CREATE INDEX takings_order ON takings (order_id);
CREATE INDEX takings_state ON takings (conference_id, state, recorded_at);

-- Money that buys nothing, or nothing yet, from the beginning is booked as owed. app/money/reconciler/ relies
-- on it.
CREATE TRIGGER takings_insert_book AFTER INSERT ON takings WHEN NEW.state IN ('part', 'unwanted')
BEGIN
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'owed/' || NEW.id, value ->> 'account', NEW.conference_id, NEW.order_id, NEW.order_id, 'payment', value ->> 'side',
      NEW.amount_cents * (value ->> 'sign'), NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM json_each(json_array(json_object('account', NEW.means, 'side', 'money', 'sign', 1), json_object('account', 'owed', 'side', 'owed', 'sign', -1)));
END;

-- Money that turns out to buy nothing, or nothing yet, is booked as owed, and booked out when it goes back or
-- was a mistake. What paid an invoice and is owed after all is booked by the refund that ends what it had
-- paid for. app/money/invoices/ relies on it.
CREATE TRIGGER takings_book BEFORE UPDATE OF booking ON takings
BEGIN
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'owed/' || NEW.id, value ->> 'account', NEW.conference_id, NEW.order_id, NEW.order_id, 'payment', value ->> 'side',
      NEW.amount_cents * (value ->> 'sign'), NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM json_each(json_array(json_object('account', NEW.means, 'side', 'money', 'sign', 1), json_object('account', 'owed', 'side', 'owed', 'sign', -1)))
    WHERE NEW.state IN ('part', 'unwanted') AND OLD.state IN ('waiting', 'unconfirmed');
  INSERT INTO entries (event, account, conference_id, order_id, payment_id, kind, side, cents, happened_at, booked_on, restored)
    SELECT 'gone/' || NEW.id, value ->> 'account', NEW.conference_id, NEW.order_id, NEW.order_id, iif(NEW.state = 'reversed', 'correction', 'refund'), value ->> 'side',
      NEW.amount_cents * (value ->> 'sign'), NEW.booking ->> 'at', NEW.booking ->> 'on', coalesce(NEW.booking ->> 'restored', 0)
    FROM json_each(json_array(json_object('account', NEW.means, 'side', 'money', 'sign', -1), json_object('account', 'owed', 'side', 'owed', 'sign', 1)))
    WHERE NEW.state IN ('returned', 'reversed') AND OLD.state IN ('part', 'unwanted');
END;

-- A taking reaches no state in which money is owed or gone without its entries. app/money/books/ relies on
-- it.
CREATE TRIGGER takings_update_booked AFTER UPDATE OF state ON takings
WHEN NEW.state IN ('part', 'unwanted') AND OLD.state IN ('waiting', 'unconfirmed') AND NOT EXISTS (SELECT 1 FROM entries WHERE event = 'owed/' || NEW.id)
  OR NEW.state IN ('returned', 'reversed') AND OLD.state IN ('part', 'unwanted') AND NOT EXISTS (SELECT 1 FROM entries WHERE event = 'gone/' || NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'money moves with the day on which it is booked');
END;

-- A reversal takes back money that was recorded by mistake, by an entry of its own: the first record stays as
-- it was. There is a row for each time that somebody asked for it, never deleted.
CREATE TABLE reversals (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  taking_id text NOT NULL,
  -- The state of the money until then: it had paid its invoice, or a part of it, or bought nothing.
  was text NOT NULL,
  reason text NOT NULL,
  -- The limit in force when it was asked for: above it, a second person confirms.
  limit_cents integer NOT NULL,
  state text NOT NULL,
  asked_by text NOT NULL,
  asked_at integer NOT NULL,
  -- The same moment in real time. It decides who had the right to payments before.
  created_at integer NOT NULL,
  -- Who confirmed or withdrew it; null until then.
  settled_by text,
  settled_at integer,
  FOREIGN KEY (taking_id) REFERENCES takings(id),
  CONSTRAINT reversals_id CHECK(length(id) = 20),
  CONSTRAINT reversals_was CHECK(was IN ('taken', 'part', 'unwanted')),
  CONSTRAINT reversals_state CHECK(state IN ('waiting', 'done', 'withdrawn'))
);
CREATE UNIQUE INDEX reversals_one ON reversals (taking_id) WHERE state IN ('waiting', 'done');
CREATE INDEX reversals_state ON reversals (conference_id, state);


-- settlements -----------------------------------------------------------------------------------------------
-- what card processors settled

-- A batch is what a card processor paid out in a night, by its own account. It contains the charges of all
-- editions and of subscriptions, so these tables belong to the directory.
CREATE TABLE settlement_batches (
  gateway text NOT NULL,
  -- The processor's own name for it.
  batch_id text NOT NULL,
  settled_at integer NOT NULL,
  state text NOT NULL,
  charged_cents integer NOT NULL,
  refunded_cents integer NOT NULL,
  number integer NOT NULL,
  PRIMARY KEY(gateway, batch_id),
  CONSTRAINT settlement_batches_state CHECK(state IN ('settled', 'failed'))
);
CREATE INDEX settlement_batches_settled_at ON settlement_batches (settled_at, batch_id);

-- A settlement line is a charge or refund as the processor settled it and as our rows have it
-- (docs/decisions/0048-batches.md). If it should be in a batch by now and is in none, its row has no batch.
CREATE TABLE settlement_lines (
  gateway text NOT NULL,
  transaction_id text NOT NULL,
  batch_id text,
  invoice_number text NOT NULL,
  kind text NOT NULL,
  -- What the processor settled; null without a batch.
  cents integer,
  -- What our rows say; null if they do not know it.
  ours_cents integer,
  -- What it belongs to, as `audit` names objects; null if our rows do not know it.
  object text,
  -- The real time at which it was first compared.
  seen_at integer NOT NULL,
  PRIMARY KEY(gateway, transaction_id),
  FOREIGN KEY (gateway, batch_id) REFERENCES settlement_batches(gateway, batch_id),
  CONSTRAINT settlement_lines_kind CHECK(kind IN ('charge', 'refund')),
  CONSTRAINT settlement_lines_batch CHECK((batch_id IS NULL) = (cents IS NULL))
);
CREATE INDEX settlement_lines_batch ON settlement_lines (gateway, batch_id);
CREATE INDEX settlement_lines_differing ON settlement_lines (seen_at) WHERE ours_cents IS NOT cents;


-- programme -------------------------------------------------------------------------------------------------
-- sessions, and places in them

-- A feed is the address at which a calendar reads somebody's agenda.
CREATE TABLE calendar_feeds (
  -- SHA-256 of the secret in the address.
  hash text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  uid text NOT NULL,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX calendar_feeds_uid ON calendar_feeds (conference_id, uid);

-- A room is where sessions are held, in a building or online.
CREATE TABLE rooms (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  -- The address of an online room.
  link text,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A track is a subject that groups sessions.
CREATE TABLE tracks (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A session is one item of the programme.
CREATE TABLE programme_sessions (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  -- The calendar day, YYYY-MM-DD, on which it begins in the conference's zone.
  day text NOT NULL,
  starts_at integer NOT NULL,
  ends_at integer NOT NULL,
  room_id text,
  track_id text,
  -- Ids of the library's speakers, in order.
  speakers text NOT NULL,
  -- Who may choose it, as an access level of the gate; null for everybody signed in.
  access_level text,
  -- The number of places; null if there is no limit.
  capacity integer,
  -- Its recording in the library.
  recording_id text,
  cancelled_at integer,
  -- Counts the changes, as calendars do.
  version integer NOT NULL,
  changed_at integer NOT NULL,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  FOREIGN KEY (conference_id, room_id) REFERENCES rooms(conference_id, id),
  FOREIGN KEY (conference_id, track_id) REFERENCES tracks(conference_id, id),
  CONSTRAINT programme_sessions_times CHECK(starts_at < ends_at),
  CONSTRAINT programme_sessions_capacity CHECK(capacity IS NULL OR capacity > 0)
);
CREATE INDEX programme_sessions_day ON programme_sessions (conference_id, day, starts_at, id);
CREATE INDEX programme_sessions_room ON programme_sessions (conference_id, room_id, starts_at);

-- A place is a session in somebody's agenda: a real place, or a turn on the waiting list.
CREATE TABLE places (
  session_id text NOT NULL,
  uid text NOT NULL,
  conference_id text NOT NULL,
  state text NOT NULL,
  -- The order of the waiting list.
  chosen_at integer NOT NULL,
  PRIMARY KEY(session_id, uid),
  FOREIGN KEY (session_id) REFERENCES programme_sessions(id),
  CONSTRAINT places_state CHECK(state IN ('held', 'waiting'))
);
CREATE INDEX places_uid ON places (conference_id, uid, session_id);
CREATE INDEX places_state ON places (session_id, state, chosen_at, uid);

-- A schedule line is one line of an imported programme.
CREATE TABLE schedule_lines (
  plan_id text NOT NULL,
  line integer NOT NULL,
  act text NOT NULL,
  session_id text,
  -- The version of the session that the line was compared with.
  seen_version integer,
  -- The session as the line makes it; null if the line is refused.
  session text,
  problem text,
  PRIMARY KEY(plan_id, line),
  FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT schedule_lines_act CHECK(act IN ('create', 'change', 'unchanged', 'refused'))
);
CREATE INDEX schedule_lines_act ON schedule_lines (plan_id, act, line);

-- A row for each speaker of a session: by these rows, nobody can be in two rooms at once.
CREATE TABLE session_speakers (
  conference_id text NOT NULL,
  speaker_id text NOT NULL,
  session_id text NOT NULL,
  PRIMARY KEY(conference_id, speaker_id, session_id),
  FOREIGN KEY (session_id) REFERENCES programme_sessions(id)
);
CREATE INDEX session_speakers_session ON session_speakers (session_id);


-- library ---------------------------------------------------------------------------------------------------
-- videos and speakers

-- A category is a shelf of the library.
CREATE TABLE categories (
  -- The id as in the address: lower case, words joined by "-".
  id text PRIMARY KEY NOT NULL,
  title text NOT NULL,
  position integer NOT NULL
);

-- A recording is a video of the library: the specification's collection of videos.
CREATE TABLE recordings (
  id text PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  access text NOT NULL,
  source text NOT NULL,
  -- The key in the file store, or the id at the service that holds it.
  source_id text NOT NULL,
  length_seconds integer NOT NULL,
  chapters text NOT NULL,
  thumbnail_key text,
  -- null while only staff see it.
  published_at integer,
  version integer NOT NULL,
  created_at integer NOT NULL,
  CONSTRAINT recordings_access CHECK(access IN ('premium', 'open')),
  CONSTRAINT recordings_source CHECK(source IN ('file', 'stream', 'youtube', 'vimeo')),
  CONSTRAINT recordings_length CHECK(length_seconds > 0)
);
CREATE INDEX recordings_published_at ON recordings (published_at, id);
CREATE INDEX recordings_created_at ON recordings (created_at, id);

-- A row puts a recording into a category, at a place in it.
CREATE TABLE recording_categories (
  category_id text NOT NULL,
  recording_id text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY(category_id, recording_id),
  FOREIGN KEY (category_id) REFERENCES categories(id),
  FOREIGN KEY (recording_id) REFERENCES recordings(id)
);
CREATE INDEX recording_categories_position ON recording_categories (category_id, position, recording_id);
CREATE INDEX recording_categories_recording ON recording_categories (recording_id);

-- A speaker is somebody who speaks in sessions or recordings of any conference.
CREATE TABLE speakers (
  id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  -- What they do, such as "Minister of Health".
  title text NOT NULL,
  organisation text NOT NULL,
  biography text NOT NULL,
  -- Keys of pictures in the file store, made from their content; null for none.
  profile_key text,
  background_key text,
  position integer NOT NULL,
  -- Counts the saves; a save names the version that it changes.
  version integer NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX speakers_position ON speakers (position, id);

-- A row says that a speaker is heard in a recording.
CREATE TABLE recording_speakers (
  recording_id text NOT NULL,
  speaker_id text NOT NULL,
  PRIMARY KEY(recording_id, speaker_id),
  FOREIGN KEY (recording_id) REFERENCES recordings(id),
  FOREIGN KEY (speaker_id) REFERENCES speakers(id)
);
CREATE INDEX recording_speakers_speaker ON recording_speakers (speaker_id, recording_id);

-- A word finds a recording: those of its title and of its speakers' names.
CREATE TABLE recording_words (
  word text NOT NULL,
  recording_id text NOT NULL,
  PRIMARY KEY(word, recording_id),
  FOREIGN KEY (recording_id) REFERENCES recordings(id)
);
CREATE INDEX recording_words_recording ON recording_words (recording_id);

-- A row says how far somebody has watched a recording.
CREATE TABLE watching (
  uid text NOT NULL,
  recording_id text NOT NULL,
  seconds integer NOT NULL,
  watched_at integer NOT NULL,
  PRIMARY KEY(uid, recording_id),
  FOREIGN KEY (uid) REFERENCES users(uid),
  FOREIGN KEY (recording_id) REFERENCES recordings(id)
);
CREATE INDEX watching_watched_at ON watching (uid, watched_at);
CREATE INDEX watching_recording ON watching (recording_id);


-- mail ------------------------------------------------------------------------------------------------------
-- the outbox

-- The outbox holds each mail from the moment of its event, and what became of sending it.
CREATE TABLE outbox (
  id text PRIMARY KEY NOT NULL,
  -- One mail per event: a repeated request cannot queue it twice.
  event_key text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- In place of a link that works once it has a placeholder; empty once the text is no longer kept.
  body text NOT NULL,
  link text,
  created_at integer NOT NULL,
  sent_at integer,
  -- How many attempts to send it got no answer; a refused one counts too.
  failures integer DEFAULT 0 NOT NULL,
  -- It is not sent before this time; null once it was sent or given up.
  due_at integer,
  -- Why the provider refused the last attempt; null if it did not, and once it has accepted the mail.
  refusal text
);
CREATE UNIQUE INDEX outbox_event_key ON outbox (event_key);
CREATE INDEX outbox_due_at ON outbox (due_at);
CREATE INDEX outbox_created_at ON outbox (created_at);
CREATE INDEX outbox_refused ON outbox (created_at) WHERE refusal IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (created_at) WHERE sent_at IS NULL AND due_at IS NULL AND failures <> 0;
CREATE INDEX outbox_text_kept ON outbox (created_at) WHERE body <> '';


-- staff -----------------------------------------------------------------------------------------------------
-- staff, the audit, what holds for money

-- An audit row says who did what to which object. The list is append-only: triggers, which are defined in the
-- migrations only, refuse to change a row, or to delete it before its time (`AUDIT_KEPT`). `detail` is JSON
-- without personal or card data beyond ids.
CREATE TABLE audit (
  id text PRIMARY KEY NOT NULL,
  at integer NOT NULL,
  actor_uid text,
  action text NOT NULL,
  object text NOT NULL,
  detail text NOT NULL,
  request_id text
);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_object ON audit (object, at, id);
CREATE INDEX audit_action ON audit (action, at, id);
CREATE INDEX audit_actor ON audit (actor_uid, at, id);

-- An act that is recorded twice, by a request that is sent again, stays as it was first recorded.
-- app/platform/audit.server.ts relies on it.
CREATE TRIGGER audit_first BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- An audit row is never changed. Whoever reads the audit list relies on it, as evidence.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'an audit row is never changed');
END;

-- An audit row is kept for as long as app/platform/audit.ts says. Whoever reads the audit list relies on it;
-- app/request/cron.server.ts forgets what is older.
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.at >= (unixepoch() - 94608000) * 1000
BEGIN
  SELECT RAISE(ABORT, 'an audit row is kept for three years');
END;

-- An inspection is a run of the invariant checker, with what it found wrong.
CREATE TABLE inspections (
  at integer PRIMARY KEY NOT NULL,
  findings text NOT NULL
);

-- An invitation asks somebody to join the staff; its mailed link makes the person who follows it, signed in,
-- a member.
CREATE TABLE invitations (
  -- SHA-256 of the secret that the link carries.
  hash text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  -- The name of the invited person, and what they may do, once they have accepted.
  name text,
  abilities text NOT NULL,
  capacity integer NOT NULL,
  invited_by text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  CONSTRAINT invitations_abilities CHECK(abilities IN ('["read"]', '["decide"]', '["read","decide"]',
    '["money"]', '["read","money"]', '["decide","money"]', '["read","decide","money"]', '["content"]',
    '["read","content"]', '["decide","content"]', '["read","decide","content"]', '["money","content"]',
    '["read","money","content"]', '["decide","money","content"]', '["read","decide","money","content"]',
    '["door"]', '["read","door"]', '["decide","door"]', '["read","decide","door"]', '["money","door"]',
    '["read","money","door"]', '["decide","money","door"]', '["read","decide","money","door"]',
    '["content","door"]', '["read","content","door"]', '["decide","content","door"]',
    '["read","decide","content","door"]', '["money","content","door"]', '["read","money","content","door"]',
    '["decide","money","content","door"]', '["read","decide","money","content","door"]', '["everything"]'))
);
CREATE UNIQUE INDEX invitations_email_key ON invitations (email_key);

-- A template is the text of the mail about a decision, with {placeholders}.
CREATE TABLE mail_templates (
  conference_id text NOT NULL,
  decision text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY(conference_id, decision),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT mail_templates_decision CHECK(decision IN ('Accepted', 'Deferred to virtual', 'Waitlisted',
    'Rejected'))
);

-- A mailing is a mail to many, as it was sent.
CREATE TABLE mailings (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The recipients, in the words of the filter.
  audience text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  recipients integer NOT NULL,
  sent_by text NOT NULL,
  sent_at integer NOT NULL,
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE INDEX mailings_sent_at ON mailings (conference_id, sent_at);

-- A row says since when somebody on the staff has had the ability "money" without a break: whoever got it
-- later cannot be the second person for earlier money. Triggers of users and staff keep it, which are defined
-- in the migrations only.
CREATE TABLE money_since (
  uid text PRIMARY KEY NOT NULL,
  since integer NOT NULL
);

-- A row says what a member of the staff may do and read; whether somebody is a member is said by their user.
CREATE TABLE staff (
  uid text PRIMARY KEY NOT NULL,
  -- Their name; null if no director gave one, and then their address stands for it.
  name text,
  -- What they may do, in the one spelling of `abilitySet`.
  abilities text NOT NULL,
  -- The share of the reading: somebody with 2 is given twice as much as somebody with 1.
  capacity integer DEFAULT 1 NOT NULL,
  -- Where they study or work. They read no applications from there.
  institution text,
  -- They are given nothing to read from this time until they are back; null if they are not on leave.
  on_leave_since integer,
  created_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid),
  CONSTRAINT staff_abilities CHECK(abilities IN ('["read"]', '["decide"]', '["read","decide"]', '["money"]',
    '["read","money"]', '["decide","money"]', '["read","decide","money"]', '["content"]',
    '["read","content"]', '["decide","content"]', '["read","decide","content"]', '["money","content"]',
    '["read","money","content"]', '["decide","money","content"]', '["read","decide","money","content"]',
    '["door"]', '["read","door"]', '["decide","door"]', '["read","decide","door"]', '["money","door"]',
    '["read","money","door"]', '["decide","money","door"]', '["read","decide","money","door"]',
    '["content","door"]', '["read","content","door"]', '["decide","content","door"]',
    '["read","decide","content","door"]', '["money","content","door"]', '["read","money","content","door"]',
    '["decide","money","content","door"]', '["read","decide","money","content","door"]', '["everything"]'))
);

-- A row of abilities gives its user the ability "money" from this moment, or takes it.
-- app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER staff_added_money_since AFTER INSERT ON staff
BEGIN
  DELETE FROM money_since WHERE uid = NEW.uid AND NOT EXISTS (SELECT 1 FROM money_now AS n WHERE n.uid = NEW.uid);
  INSERT INTO money_since SELECT uid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM money_now WHERE uid = NEW.uid
    AND NOT EXISTS (SELECT 1 FROM money_since AS m WHERE m.uid = NEW.uid);
END;

-- A change of abilities gives or takes the ability "money" in the same way.
-- app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER staff_money_since AFTER UPDATE OF abilities ON staff
BEGIN
  DELETE FROM money_since WHERE uid = NEW.uid AND NOT EXISTS (SELECT 1 FROM money_now AS n WHERE n.uid = NEW.uid);
  INSERT INTO money_since SELECT uid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM money_now WHERE uid = NEW.uid
    AND NOT EXISTS (SELECT 1 FROM money_since AS m WHERE m.uid = NEW.uid);
END;

-- A row of abilities that is deleted leaves its user all of them, or none if they are no longer on the staff.
-- app/accounts/second-person.server.ts relies on it.
CREATE TRIGGER staff_gone_money_since AFTER DELETE ON staff
BEGIN
  DELETE FROM money_since WHERE uid = OLD.uid AND NOT EXISTS (SELECT 1 FROM money_now AS n WHERE n.uid = OLD.uid);
  INSERT INTO money_since SELECT uid, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM money_now WHERE uid = OLD.uid
    AND NOT EXISTS (SELECT 1 FROM money_since AS m WHERE m.uid = OLD.uid);
END;


-- tallies ---------------------------------------------------------------------------------------------------
-- counts that triggers keep

-- A tally says how many rows of a kind a conference has. Triggers on the rows themselves keep it, which are
-- defined in the migrations only. So a page that counts reads as much with a hundred thousand applications as
-- with a hundred (docs/decisions/0034-counts-are-kept.md).
CREATE TABLE tallies (
  conference_id text NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  number integer NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY(conference_id, name, key)
);


-- views -----------------------------------------------------------------------------------------------------
-- What is worked out from the rows each time it is read.

-- A row says which holdings stand for a line of a bill: the one as which it was bought, and those that took
-- its place.
CREATE VIEW line_holdings AS
  SELECT b.id AS line_id, h.id FROM holdings AS b
  JOIN holdings AS h ON h.payment_id = b.payment_id AND h.item = b.item;

-- An application counts by where it stands (its round, its decision, whether that came after the release,
-- whether nobody reads it), and by the day on which it was submitted.
CREATE VIEW application_tallies AS
  SELECT a.conference_id, a.uid, 'standing' AS name,
    CASE WHEN a.submitted_at IS NULL THEN 'draft' ELSE
      coalesce(r.id, '') || '/' || coalesce(d.decision, '') || '/' || coalesce(d.set_at > r.released_at, 0) || '/' ||
      (d.uid IS NULL AND NOT EXISTS (SELECT 1 FROM assignments AS s
        WHERE s.conference_id = a.conference_id AND s.uid = a.uid))
    END AS key, 1 AS number, coalesce(d.set_at, 0) AS total
  FROM applications AS a
  LEFT JOIN decisions AS d ON d.conference_id = a.conference_id AND d.uid = a.uid
  LEFT JOIN rounds AS r ON r.conference_id = a.conference_id AND r.id = (
    SELECT e.id FROM rounds AS e WHERE e.conference_id = a.conference_id AND a.submitted_at <= e.deadline
    ORDER BY e.position LIMIT 1)
  UNION ALL
  SELECT conference_id, uid, 'submitted', CAST(submitted_at / 86400000 * 86400000 AS TEXT), 1, 0
  FROM applications WHERE submitted_at IS NOT NULL;

-- An entry counts for its account, and as revenue of its day if it is money.
CREATE VIEW entry_tallies AS
  SELECT event, account, conference_id, 'account' AS name, side || '/' || account AS key, 1 AS number, cents AS total FROM entries
  UNION ALL SELECT event, account, conference_id, 'revenue', booked_on, 1, cents FROM entries WHERE side = 'money';

-- A holding counts as a pass and with what it earned while it is held, and takes one of the places of its
-- item from the first press until it has ended.
CREATE VIEW holding_tallies AS
  SELECT id, conference_id, 'pass' AS name, pass_type AS key, item = pass_type AS number, 0 AS total FROM holdings WHERE state = 'held'
  UNION ALL SELECT id, conference_id, 'taken', item, 1, 0 FROM holdings WHERE state IN ('pending', 'held', 'ending');

-- A member of staff counts the applications given to them, their reviews, and those of their reviews that are
-- of applications given to them.
CREATE VIEW reading_tallies AS
  SELECT conference_id, uid, staff_uid, 'assigned' AS name, staff_uid AS key, 1 AS number, 0 AS total FROM assignments
  UNION ALL
  SELECT conference_id, uid, staff_uid, 'reviewed', staff_uid, 1, 0 FROM reviews
  UNION ALL
  SELECT s.conference_id, s.uid, s.staff_uid, 'read', s.staff_uid, 1, 0 FROM assignments AS s
  JOIN reviews AS v ON v.conference_id = s.conference_id AND v.uid = s.uid AND v.staff_uid = s.staff_uid;

-- A place counts for its session, as taken or as waiting; when it was chosen is added up, so that the total
-- differs as soon as somebody else is among them.
CREATE VIEW place_tallies AS
  SELECT session_id, uid, conference_id, iif(state = 'held', 'attending', 'waiting') AS name, session_id AS key,
    1 AS number, chosen_at % 1000000 AS total
  FROM places;

-- The sum of all views that count is what `tallies` must say; the checker compares the two
-- (app/staff/invariants.server.ts). Five terms are as many as D1 allows.
CREATE VIEW tallied AS
  SELECT conference_id, name, key, sum(number) AS number, sum(total) AS total FROM (
    SELECT conference_id, name, key, number, total FROM application_tallies
    UNION ALL SELECT conference_id, name, key, number, total FROM entry_tallies
    UNION ALL SELECT conference_id, name, key, number, total FROM holding_tallies
    UNION ALL SELECT conference_id, name, key, number, total FROM reading_tallies
    UNION ALL SELECT conference_id, name, key, number, total FROM place_tallies)
  GROUP BY conference_id, name, key;

-- A bill that is paid by hand, with the cents of what is due of its order that are its own: from where on,
-- and up to where.
CREATE VIEW hand_bills AS
  SELECT p.id AS payment_id, p.order_id, p.conference_id, o.due_cents AS due,
    (SELECT coalesce(sum(q.amount_cents - q.credit_cents), 0) FROM payments AS q WHERE q.order_id = p.order_id AND q.id < p.id) AS from_on,
    (SELECT sum(q.amount_cents - q.credit_cents) FROM payments AS q WHERE q.order_id = p.order_id AND q.id <= p.id) AS up_to
  FROM payments AS p JOIN orders AS o ON o.id = p.order_id
  WHERE o.means IN ('bank transfer', 'cash') AND o.due_cents > 0;

-- Of each bill of an invoice that was paid in parts: what had come before the rest, and what was written off.
-- Bills of one invoice share a sum as they share what is due, to the cent.
CREATE VIEW paid_parts AS
  SELECT payment_id, order_id, conference_id,
    parts * up_to / due - parts * from_on / due AS came_before,
    (parts + off) * up_to / due - (parts + off) * from_on / due - parts * up_to / due + parts * from_on / due AS written_off
  FROM (SELECT r.*,
      (SELECT coalesce(sum(amount_cents), 0) FROM takings WHERE order_id = r.order_id AND is_part AND means <> 'written off') AS parts,
      (SELECT coalesce(sum(amount_cents), 0) FROM takings WHERE order_id = r.order_id AND is_part AND means = 'written off') AS off
    FROM hand_bills AS r)
  WHERE parts + off > 0;

-- What a payment, and a refund, move on which account: what `entries` say once it has happened.
CREATE VIEW payment_bookings AS
  SELECT p.id AS payment_id, p.order_id, p.conference_id, 'money' AS side, o.means AS account,
    p.amount_cents - p.credit_cents - coalesce((SELECT came_before + written_off FROM paid_parts WHERE payment_id = p.id), 0) AS cents
  FROM payments AS p JOIN orders AS o ON o.id = p.order_id
  WHERE p.amount_cents - p.credit_cents > coalesce((SELECT came_before + written_off FROM paid_parts WHERE payment_id = p.id), 0)
  UNION ALL
  SELECT payment_id, order_id, conference_id, 'owed', 'owed', came_before FROM paid_parts WHERE came_before > 0
  UNION ALL
  SELECT payment_id, order_id, conference_id, 'sold', 'written off', written_off FROM paid_parts WHERE written_off > 0
  UNION ALL
  SELECT id, order_id, conference_id, 'credit', 'credit', credit_cents FROM payments WHERE credit_cents > 0
  UNION ALL
  SELECT p.id, p.order_id, p.conference_id, 'sold', h.item, -h.cents
  FROM payments AS p JOIN holdings AS h ON h.payment_id = p.id AND h.from_holding IS NULL AND h.cents > 0;

-- A bill whose money, or a part of it, was recorded by mistake: how many cents were wrong, and what else was
-- written off of its invoice.
CREATE VIEW reversed_bills AS
  SELECT f.id AS refund_id, b.*, t.means, t.amount_cents AS wrong,
    (SELECT coalesce(sum(w.amount_cents), 0) FROM takings AS w WHERE w.order_id = b.order_id AND w.is_part AND w.means = 'written off' AND w.id <> t.id) AS off
  FROM refunds AS f JOIN hand_bills AS b ON b.payment_id = f.payment_id
  JOIN reversals AS v ON v.id = f.reversal_id JOIN takings AS t ON t.id = v.taking_id
  WHERE f.kind = 'money';

-- What goes when money that had paid an invoice was recorded by mistake: that money, from where it was said
-- to have come in; what was written off of the same invoice; and the rest, which did come in and is owed from
-- then on.
CREATE VIEW reversed_parts AS
  SELECT refund_id, payment_id, order_id, conference_id, iif(means = 'written off', 'sold', 'money') AS side, means AS account,
    wrong * from_on / due - wrong * up_to / due AS cents FROM reversed_bills
  UNION ALL
  SELECT refund_id, payment_id, order_id, conference_id, 'sold', 'written off',
    (wrong + off) * from_on / due - (wrong + off) * up_to / due - wrong * from_on / due + wrong * up_to / due FROM reversed_bills
  UNION ALL
  SELECT refund_id, payment_id, order_id, conference_id, 'owed', 'owed',
    from_on - up_to - (wrong + off) * from_on / due + (wrong + off) * up_to / due FROM reversed_bills;

-- A refund moves these cents on these accounts: what `entries` say of it once it is done.
CREATE VIEW refund_bookings AS
  SELECT f.id AS refund_id, f.payment_id, p.order_id, f.conference_id,
    iif(f.reversal_id IS NOT NULL, 'correction', iif(f.bank_state IS NOT NULL, 'bank', iif(f.kind = 'credit', 'credit', 'refund'))) AS kind,
    iif(f.kind = 'credit', 'credit', 'money') AS side, iif(f.kind = 'credit', 'credit', o.means) AS account,
    f.credit_cents - f.amount_cents AS cents
  FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id JOIN orders AS o ON o.id = p.order_id
  WHERE f.amount_cents > f.credit_cents AND (f.reversal_id IS NULL OR f.kind = 'credit')
  UNION ALL
  SELECT refund_id, payment_id, order_id, conference_id, 'correction', side, account, cents FROM reversed_parts WHERE cents <> 0
  UNION ALL
  SELECT f.id, f.payment_id, p.order_id, f.conference_id,
    iif(f.reversal_id IS NOT NULL, 'correction', iif(f.bank_state IS NOT NULL, 'bank', 'refund')), 'credit', 'credit', -f.credit_cents
  FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id WHERE f.credit_cents > 0
  UNION ALL
  SELECT f.id, f.payment_id, p.order_id, f.conference_id,
    iif(f.reversal_id IS NOT NULL, 'correction', iif(f.bank_state IS NOT NULL, 'bank', iif(f.kind = 'credit', 'credit', 'refund'))),
    'sold', h.item, l.cents
  FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id JOIN refund_lines AS l ON l.refund_id = f.id AND l.cents > 0
  JOIN holdings AS h ON h.id = l.holding_id;

-- A row is somebody who may see and move money at this moment.
CREATE VIEW money_now AS SELECT u.uid FROM users AS u LEFT JOIN staff AS s ON s.uid = u.uid
  WHERE u.admin = 1 AND u.disabled_at IS NULL
  AND (s.uid IS NULL OR instr(s.abilities, '"money"') > 0 OR instr(s.abilities, '"everything"') > 0);


-- counts ----------------------------------------------------------------------------------------------------
-- Around each change of a row, what it counted is taken out of `tallies` and what it counts is added, so that
-- they are always the sum of the views that count (docs/decisions/0034-counts-are-kept.md).

-- applications: counted in application_tallies (conference_id, uid); again when one of these changes:
-- conference_id, uid, submitted_at.
-- assignments: counted in application_tallies (conference_id, uid) and reading_tallies (conference_id, uid,
-- staff_uid); again when one of these changes: conference_id, uid, staff_uid.
-- reviews: counted in reading_tallies (conference_id, uid, staff_uid); again when one of these changes:
-- conference_id, uid, staff_uid.
-- decisions: counted in application_tallies (conference_id, uid); again when one of these changes:
-- conference_id, uid, decision, set_at.
-- entries: counted in entry_tallies (event, account); no row ever changes.
-- holdings: counted in holding_tallies (id); again when one of these changes: conference_id, item, pass_type,
-- state.
-- places: counted in place_tallies (session_id, uid); again when one of these changes: conference_id,
-- session_id, uid, state, chosen_at.

-- Counts with arithmetic of their own: what one row changes in the count of others. A round that goes leaves
-- its applications to other rounds: the whole conference is counted again.
CREATE TRIGGER rounds_delete_after AFTER DELETE ON rounds
BEGIN
  DELETE FROM tallies WHERE conference_id = OLD.conference_id AND name = 'standing';
  INSERT INTO tallies SELECT conference_id, name, key, sum(number), sum(total) FROM application_tallies
    WHERE conference_id = OLD.conference_id AND name = 'standing' GROUP BY conference_id, name, key;
END;

-- A new round takes applications from others: the whole conference is counted again.
CREATE TRIGGER rounds_insert_after AFTER INSERT ON rounds
BEGIN
  DELETE FROM tallies WHERE conference_id = NEW.conference_id AND name = 'standing';
  INSERT INTO tallies SELECT conference_id, name, key, sum(number), sum(total) FROM application_tallies
    WHERE conference_id = NEW.conference_id AND name = 'standing' GROUP BY conference_id, name, key;
END;

-- A round that moves, or is released, changes where its applications stand: the whole conference is counted
-- again.
CREATE TRIGGER rounds_update_after AFTER UPDATE OF conference_id, id, position, deadline, released_at ON rounds
BEGIN
  DELETE FROM tallies WHERE conference_id = NEW.conference_id AND name = 'standing';
  INSERT INTO tallies SELECT conference_id, name, key, sum(number), sum(total) FROM application_tallies
    WHERE conference_id = NEW.conference_id AND name = 'standing' GROUP BY conference_id, name, key;
END;


-- versions --------------------------------------------------------------------------------------------------
-- After each change of a row, what is the same for everybody, of which it is a part, gets another version in
-- `content_versions` (docs/decisions/0095-kept-answers.md).

-- editions: of the edition in conference_id.
-- events: of the edition in conference_id.
-- rounds: of the edition in conference_id.
-- tickets: of the edition in conference_id.
-- prices: of the edition in conference_id.
-- add_ons: of the edition in conference_id.
-- sections: of the edition in conference_id.
-- questions: of the edition in conference_id.
-- agreements: of the edition in conference_id.
-- texts: of the edition in conference_id.
-- invoicing: of the edition in conference_id.
-- rooms: of the edition in conference_id.
-- tracks: of the edition in conference_id.
-- programme_sessions: of the edition in conference_id.
-- speakers: of the library.
-- recordings: of the library.
-- categories: of the library.
-- recording_categories: of the library.
-- recording_speakers: of the library.
