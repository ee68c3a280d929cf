-- The schema of the portal as SQLite has it after all migrations. It is only meant to be read: no database is
-- made from this file. `npm run db:schema` writes it, and test/schema.test.ts compares it with the
-- migrations.
--
-- The comments on tables and columns are copied from the file of their area in db/schema/. The comments on
-- views and triggers are copied from migrations/, where each stands before its view or trigger. Quotes are
-- left out, and so are clauses that only state SQLite's default.
--
-- A table is followed by its indexes and by the triggers that enforce its rules. Views come after all tables.
-- The triggers that maintain `tallies` and `content_versions` come last. Those that are made from a list
-- (db/counts.ts, db/versions.ts) differ only in their table and columns, so there is one line for each table.
-- Triggers whose calculation differs from the others are written out.
--
-- Instants are UTC milliseconds, money is integer cents. `conference_id` is the edition, `uid` a person.


-- site ------------------------------------------------------------------------------------------------------
-- what the portal as a whole is set to, and what it tells everybody

-- A notification is a message that the portal shows to a certain audience, above its pages, for a limited
-- time.
CREATE TABLE notifications (
  id text PRIMARY KEY NOT NULL,
  message text NOT NULL,
  severity text NOT NULL,
  audience text DEFAULT 'everyone' NOT NULL,
  show_from integer NOT NULL,
  -- The time until which the notification is shown; null for no end.
  show_until integer,
  created_at integer NOT NULL, selection text,
  CONSTRAINT notifications_severity CHECK(severity IN ('INFO', 'IMPORTANT', 'CRITICAL')),
  CONSTRAINT notifications_audience CHECK(audience IN ('everyone', 'applying', 'accepted', 'holders',
    'staff'))
);
CREATE INDEX notifications_show_from ON notifications (show_from);

-- A row says that a person has seen a notification. In the specification, these rows are a list in the
-- profile: seenNotifications.
CREATE TABLE seen_notifications (
  uid text NOT NULL,
  notification_id text NOT NULL,
  seen_at integer NOT NULL,
  PRIMARY KEY(uid, notification_id),
  FOREIGN KEY (uid) REFERENCES profiles(uid),
  FOREIGN KEY (notification_id) REFERENCES notifications(id)
);

-- A setting applies to the whole portal: it says which edition is the current one, for example.
CREATE TABLE settings (
  key text PRIMARY KEY NOT NULL,
  value text NOT NULL
);

-- A content is a set of data that is the same for everybody, and its version identifies the present state of
-- the data. The version changes whenever the data change, so that an isolate can tell whether the answers
-- that it has kept are still right.
CREATE TABLE content_versions (
  -- The id of an edition, or "library".
  content text PRIMARY KEY NOT NULL,
  version text NOT NULL
);

-- A row says that a notification is for a certain person. Only notifications that were written to a selection
-- have such rows.
CREATE TABLE notification_readers (
  notification_id text NOT NULL,
  uid text NOT NULL,
  PRIMARY KEY(notification_id, uid),
  FOREIGN KEY (notification_id) REFERENCES notifications(id),
  FOREIGN KEY (uid) REFERENCES users(uid)
);
CREATE INDEX notification_readers_uid ON notification_readers (uid);


-- accounts --------------------------------------------------------------------------------------------------
-- people, sessions, links that work once, counters that brake

-- A user is somebody who has an account. Delegates and staff are users in the same way, each known by one
-- address.
CREATE TABLE users (
  uid text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  -- The address, lower-cased and trimmed. So two spellings of one address are one account.
  email_key text NOT NULL,
  password_hash text NOT NULL,
  -- When the address was confirmed; null if it is not confirmed.
  email_verified_at integer,
  admin integer DEFAULT false NOT NULL,
  -- The gateway's id of the subscription that opens HPAIR+ to the user; null if HPAIR+ is closed to them.
  hpair_plus_subscription_id text,
  -- When staff disabled the account; null if it is not disabled.
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

-- A profile is the specification's document about a user. The notifications that the user has seen are in
-- `seen_notifications`.
CREATE TABLE profiles (
  uid text PRIMARY KEY NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid)
);

-- A counter says how many attempts were made within a window of time: to sign in, to reset a password or to
-- pay, for example.
CREATE TABLE counters (
  key text PRIMARY KEY NOT NULL,
  count integer NOT NULL,
  expires_at integer NOT NULL
);
CREATE INDEX counters_expires_at ON counters (expires_at);

-- A session is a sign-in that has not ended. (Sessions of the programme, which have a time and a room, are in
-- `programme_sessions`.)
CREATE TABLE sessions (
  -- SHA-256 of the secret that a cookie or a program holds. So nobody can sign in with a copy of this table.
  id_hash text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  -- When the password was last typed in this session.
  authenticated_at integer NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  -- The edition that a member of the staff has chosen to look at; null for the current one.
  edition text, factor_typed_at integer, factor_used_at integer, device text, network text, awake_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid)
);
CREATE INDEX sessions_uid ON sessions (uid);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- A token is a link that works once.
CREATE TABLE tokens (
  -- SHA-256 of the secret in the link.
  hash text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  uid text NOT NULL,
  -- The address that the link confirms or restores; null for other links.
  email text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  -- When the link was used or made invalid; null while it can be used.
  used_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid),
  CONSTRAINT tokens_purpose CHECK(purpose IN ('reset-password', 'own-password', 'revert-email',
    'verify-email', 'known-device'))
);
CREATE INDEX tokens_uid ON tokens (uid, purpose);
CREATE INDEX tokens_expires_at ON tokens (expires_at);

-- A factor reset is requested by one director and confirmed by another. It removes the factor of a person who
-- has lost their phone and recovery codes.
CREATE TABLE factor_resets (
  uid text PRIMARY KEY NOT NULL,
  asked_by text NOT NULL,
  asked_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid),
  FOREIGN KEY (asked_by) REFERENCES users(uid)
);
CREATE INDEX factor_resets_asked_by ON factor_resets (asked_by);

-- A factor is the second factor of an account, in addition to its password: a secret from which an app on its
-- owner's phone makes codes (docs/decisions/0100-a-second-factor.md).
CREATE TABLE factors (
  uid text PRIMARY KEY NOT NULL,
  -- Encrypted, so that nobody can make codes from a copy of this table.
  secret text NOT NULL,
  -- The last time step (30 seconds, counted from 1970) whose code was used. Only codes of later steps are
  -- accepted.
  last_step integer NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid)
);

-- A recovery code can be used once in place of a code from the app.
CREATE TABLE recovery_codes (
  -- SHA-256 of the account and the code.
  hash text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  -- When the code was used; null if it was not.
  used_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid)
);
CREATE INDEX recovery_codes_uid ON recovery_codes (uid);

-- A passkey can be used in place of a code. It is a pair of keys: the device keeps the private one, and this
-- row has the public one. Only an account with a factor has passkeys
-- (docs/decisions/0100-a-second-factor.md).
CREATE TABLE passkeys (
  -- The id that the device gave to the pair of keys, in base64url.
  id text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  -- SPKI, in base64url.
  public_key text NOT NULL,
  -- How many times the passkey was used, as its device counts; 0 if the device does not count.
  counter integer NOT NULL,
  -- The browser and system in which the passkey was made, such as "Chrome on Android".
  device text NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (uid) REFERENCES users(uid)
);
CREATE INDEX passkeys_uid ON passkeys (uid);


-- conference ------------------------------------------------------------------------------------------------
-- conferences, and what an edition says: rounds, events, what is on sale

-- A conference is a meeting of one year at one place, as the page of all conferences shows it.
CREATE TABLE conferences (
  id text PRIMARY KEY NOT NULL,
  location text NOT NULL,
  year integer NOT NULL,
  -- The theme of the conference; null if it had none, or none is known.
  title text,
  -- The part of the series to which the conference belongs; null if that year had only one part.
  track text,
  lat real NOT NULL,
  lng real NOT NULL
);

-- An event is what a pass admits to. The programme belongs to the first event that has days.
CREATE TABLE events (
  conference_id text NOT NULL,
  id text NOT NULL,
  -- The event's name as delegates read it, such as "Harvard Conference 2023".
  name text NOT NULL,
  -- The number of this event in its series, in words, such as "thirty-first"; null if the events are not
  -- counted.
  ordinal text,
  -- The venue in words that can follow "on the" or "at the", such as "Harvard campus"; null for an online
  -- event.
  venue text,
  -- The address of the venue, in the form in which a map service finds it; null if none was given.
  address text,
  -- The portal's drawing for the event; null for none.
  drawing text,
  -- The organisers' own drawing, which replaces the portal's drawing: see `drawingOf`. Null for none.
  own_drawing text,
  -- Calendar days, YYYY-MM-DD, in `timeZone`; both are null for an event without days, such as an online
  -- event.
  first_day text,
  last_day text,
  time_zone text NOT NULL,
  -- The minimum age in years on the first day; null if there is none.
  minimum_age integer,
  refund_deposit_cents integer NOT NULL,
  -- The last moment at which a refund may be requested; null if there is no limit.
  refunds_until integer,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT events_days CHECK((first_day IS NULL) = (last_day IS NULL)),
  CONSTRAINT events_refund_deposit CHECK(refund_deposit_cents >= 0)
);

-- A ticket is a pass as an edition sells it, with the event to which it admits.
CREATE TABLE tickets (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  position integer NOT NULL,
  on_sale integer NOT NULL,
  -- The event to which the ticket admits.
  event_id text NOT NULL,
  -- The first and the last moment at which the ticket is sold; null for no limit.
  sale_from integer,
  sale_until integer,
  -- The day by which accepted delegates are asked to pay; null for none. It is only shown: later payments are
  -- not refused.
  pay_by integer,
  -- How many people may hold the ticket at the same time; null for no limit.
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
  -- The pass to which the add-on belongs. Only people who buy or hold this pass can buy the add-on.
  ticket_id text NOT NULL,
  title text NOT NULL,
  -- The text below the title; null for none.
  description text,
  cents integer NOT NULL,
  disabled integer DEFAULT false NOT NULL,
  -- Whether the add-on comes with the pass: then it is always held, and cannot be chosen.
  included integer DEFAULT false NOT NULL,
  -- Whether the add-on is a thing to take home. Otherwise it is something to take part in.
  taken_home integer DEFAULT false NOT NULL,
  -- The sizes or kinds from which a buyer chooses; null if there is no choice.
  variants text,
  -- The address of a picture; null for none.
  image text,
  -- How many people may hold the add-on at the same time; null for no limit.
  places integer,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id, ticket_id) REFERENCES tickets(conference_id, id),
  CONSTRAINT add_ons_cents CHECK(cents >= 0),
  CONSTRAINT add_ons_places CHECK(places >= 0),
  CONSTRAINT add_ons_included_free CHECK(included = 0 OR cents = 0)
);

-- An agreement is the text, in Markdown, that delegates accept before they get a pass. Once somebody has
-- accepted a version, that version is never edited: each change is a new version.
CREATE TABLE agreements (
  conference_id text NOT NULL,
  version integer NOT NULL,
  opening_letter text NOT NULL,
  code_of_conduct text NOT NULL,
  refund_policy text NOT NULL,
  liability_release text NOT NULL,
  -- The earliest version whose acceptance still counts; null if everybody must accept this version.
  counts_from integer,
  created_at integer NOT NULL,
  PRIMARY KEY(conference_id, version),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- An edition is a conference that takes registrations; other conferences have no row here.
CREATE TABLE editions (
  conference_id text PRIMARY KEY NOT NULL,
  -- The time zone in which deadlines are entered and shown.
  deadline_zone text DEFAULT 'America/New_York' NOT NULL,
  -- The name, brand and contact of the portal for this edition. While the edition is the current one, the
  -- settings have a copy of them, and pages read that copy. Null if the edition has no name, brand and
  -- contact of its own yet; it then uses those in the settings.
  site text,
  -- The revision of the edition's document that was published last; null if nobody has edited the document in
  -- the browser.
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
  -- The moment of the release. Decisions that were set by this time may be seen once decisionRelease has
  -- passed. Null if there was no release.
  released_at integer,
  -- The `releasedAt` of the release about which everybody has been told by mail; null if there is no such
  -- release.
  told_at integer,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A price is what a ticket costs the people who applied in a certain round.
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

-- A section is a page of the application form, with questions.
CREATE TABLE sections (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  -- The text above the questions; null for none.
  introduction text,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);

-- A question is asked in the application, or after acceptance; the row also says who needs the answer.
CREATE TABLE questions (
  conference_id text NOT NULL,
  id text NOT NULL,
  section_id text NOT NULL,
  position integer NOT NULL,
  text text NOT NULL,
  -- The explanation beside the question; null for none.
  hint text,
  kind text NOT NULL,
  required text NOT NULL,
  -- The message that is shown instead of "This field is required"; null if that sentence is shown.
  required_message text,
  -- A condition on the answer to one other question. The question is shown only while the condition holds.
  -- The condition is checked again when the other answer changes. Null if the question is always shown.
  depends_on text,
  -- The answers from which people choose; null if the question offers none.
  options text,
  -- The format in which the digits of an answer are written (`tidyAnswer`); null for none.
  mask text,
  -- A requirement that the answer must meet in addition to the kind of the question: that it is a telephone
  -- number, for example, or a year in a certain range. Null for none.
  format text,
  max_length integer NOT NULL,
  -- The `autocomplete` attribute of the field; null for none.
  autocomplete text,
  scholarship_related integer DEFAULT false NOT NULL,
  -- Whether reviewers need the answer to review an application. Reviewers see only these answers; directors
  -- see all.
  for_reviewers integer DEFAULT false NOT NULL,
  -- Whether the answer is needed at the door or in the kitchen. The list of registrations contains only these
  -- answers.
  on_site integer DEFAULT false NOT NULL,
  -- Whether the answer is needed in an emergency. The list of emergency contacts contains these answers.
  for_emergencies integer DEFAULT false NOT NULL,
  -- Whether the question is asked later than the application, and only of people who have a place. The answer
  -- is then among the details that may be changed after submitting.
  asked_later integer DEFAULT false NOT NULL,
  -- Whether the question is no longer asked. It stays in its section because the answers to it are kept.
  retired integer DEFAULT false NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id, section_id) REFERENCES sections(conference_id, id),
  CONSTRAINT questions_kind CHECK(kind IN ('short text', 'number', 'country', 'long text', 'document
    upload', 'choice', 'date', 'several of many'))
);

-- A text is what a page or a letter says in addition to the exact sentences of the specification. It is
-- Markdown, stored by the id of the text.
CREATE TABLE texts (
  conference_id text NOT NULL,
  id text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);


-- editions --------------------------------------------------------------------------------------------------
-- the revisions of an edition, and who works on one

-- A row holds a form for editing a draft. Somebody has rearranged the items of the form, but has not saved
-- them. The row does not say whose form it is. After a day the row is deleted.
CREATE TABLE edition_forms (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The address of the page to which the form belongs, such as "/admin/editions/aconf_2024/rounds".
  page text NOT NULL,
  -- The form was made from one part of the draft. This text identifies the state of that part.
  seen text NOT NULL,
  -- The values of each item of the form, as JSON.
  items text NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX edition_forms_old ON edition_forms (created_at);

-- A revision is one saved state of an edition's document; the newest revision is the draft. The conference
-- need not exist yet: its row is made when the document is published.
CREATE TABLE edition_revisions (
  conference_id text NOT NULL,
  revision integer NOT NULL,
  -- JSON, checked by `editionDocument` whenever it is read or written.
  document text NOT NULL,
  -- The published document on which this revision is based, as JSON; null if nothing was published. A value
  -- may have been changed both in the draft and in the published document. Until somebody chooses between the
  -- two values, `base` keeps the value from before both changes.
  base text,
  author_uid text NOT NULL,
  created_at integer NOT NULL,
  PRIMARY KEY(conference_id, revision)
);

-- A publication is one occasion on which a revision is published. Before the publication, `revision` is the
-- scheduled revision. Afterwards, it is the revision that is identical to what was published.
CREATE TABLE edition_publications (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  revision integer NOT NULL,
  state text NOT NULL,
  due_at integer NOT NULL,
  -- When the publication took place; null until then.
  published_at integer,
  -- The document that the publication replaced, as JSON, so that the publication can be taken back; null if
  -- nothing was published before.
  former text,
  -- The number of values that the publication changes in each part, as JSON; null until the publication takes
  -- place.
  changed text,
  -- The publication that this one took back; null if this one published a draft.
  takes_back text,
  -- Why the publication failed at its scheduled time; null if it did not fail.
  reason text,
  created_by text NOT NULL,
  created_at integer NOT NULL, moved_deadlines text,
  FOREIGN KEY (conference_id, revision) REFERENCES edition_revisions(conference_id, revision),
  CONSTRAINT edition_publications_state CHECK(state IN ('scheduled', 'published', 'cancelled', 'refused'))
);
CREATE INDEX edition_publications_conference ON edition_publications (conference_id, created_at, id);
CREATE INDEX edition_publications_due ON edition_publications (due_at) WHERE state = 'scheduled';
CREATE INDEX edition_publications_untold ON edition_publications (id) WHERE moved_deadlines IS NOT NULL;


-- applications ----------------------------------------------------------------------------------------------
-- applications, answers, documents, what was accepted

-- An acceptance is a delegate's yes to one version of an agreement, with the name and the date that they
-- typed.
CREATE TABLE acceptances (
  conference_id text NOT NULL,
  uid text NOT NULL,
  version integer NOT NULL,
  full_name text NOT NULL,
  -- The date that the delegate typed, YYYY-MM-DD; empty if a program accepted for them.
  stated_date text NOT NULL,
  accepted_at integer NOT NULL,
  -- The network and the browser from which the delegate accepted; null if they are not known.
  network text,
  user_agent text,
  PRIMARY KEY(conference_id, uid, version),
  FOREIGN KEY (conference_id, version) REFERENCES agreements(conference_id, version)
);

-- An application is what one person hands in to one edition. A person with an application is a delegate of
-- that edition.
CREATE TABLE applications (
  conference_id text NOT NULL,
  uid text NOT NULL,
  created_at integer NOT NULL,
  -- When the application was submitted; null while it is a draft.
  submitted_at integer,
  -- The time of the first submission, if staff opened the application again and it has not been submitted
  -- since. The next submission moves this time back into `submittedAt`. Null for all other applications.
  reopened_from integer,
  -- The number of reviews, and the mean of their scores in hundredths; the mean is null if there are no
  -- reviews. Both are updated in the same batch as each review.
  review_count integer DEFAULT 0 NOT NULL,
  mean_score integer, spread integer, own_deadline integer, late_round text,
  PRIMARY KEY(conference_id, uid),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE INDEX applications_submitted_at ON applications (conference_id, submitted_at, uid);
CREATE INDEX applications_mean_score ON applications (conference_id, mean_score, uid);

-- A row holds the answers of one application to the questions of one section. Two tabs with the same section
-- cannot overwrite each other's answers, and two sections never conflict.
CREATE TABLE answers (
  conference_id text NOT NULL,
  uid text NOT NULL,
  section_id text NOT NULL,
  -- The number of saves of this section. Each save states the version that it changes.
  version integer NOT NULL,
  answers text NOT NULL,
  saved_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, section_id),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, section_id) REFERENCES sections(conference_id, id),
  CONSTRAINT answers_version CHECK(version > 0)
);
CREATE INDEX answers_nameless ON answers (conference_id, uid) WHERE section_id = 'about' AND trim(coalesce(answers ->> 'firstName', '')) = '';

-- A document is a file that answers a question; the file itself is in R2.
CREATE TABLE documents (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  uid text NOT NULL,
  question_id text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  -- The object's key in R2. It is made by the portal, and never from the file's name.
  object_key text NOT NULL,
  uploaded_at integer NOT NULL,
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, question_id) REFERENCES questions(conference_id, id),
  CONSTRAINT documents_size CHECK(size > 0 AND size <= 5000000)
);
CREATE UNIQUE INDEX documents_question ON documents (conference_id, uid, question_id);
CREATE UNIQUE INDEX documents_object_key ON documents (object_key);

-- A search word finds an application. It is a word of the applicant's name or of another answer, lower-cased
-- and without accents. Words of other answers are stored together with their section (`sectionWord`), so a
-- search for a name does not find them.
CREATE TABLE search_words (
  conference_id text NOT NULL,
  word text NOT NULL,
  uid text NOT NULL,
  PRIMARY KEY(conference_id, word, uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);
CREATE INDEX search_words_uid ON search_words (conference_id, uid, word);


-- details ---------------------------------------------------------------------------------------------------
-- what delegates changed after submitting

-- Delegates may change their details after submitting. A row holds the changes of one save, or one answer
-- that the team corrected. The rows are the history of the details, so a trigger refuses any change to a row.
-- The last change of an answer is the one in force.
CREATE TABLE detail_changes (
  conference_id text NOT NULL,
  uid text NOT NULL,
  -- The number of this save: the saves of a person's details are counted from 1. Each save states the version
  -- that it follows.
  version integer NOT NULL,
  -- The changes, by question id.
  changes text NOT NULL,
  saved_at integer NOT NULL, by_team integer DEFAULT false NOT NULL,
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

-- An assignment says which reader reads which application.
CREATE TABLE assignments (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  -- The plan that made the assignment; null if a seed made it.
  plan_id text,
  reason text NOT NULL,
  assigned_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, staff_uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);
CREATE INDEX assignments_staff ON assignments (conference_id, staff_uid, uid);

-- A comment is what a member of the staff wrote about an application, for the rest of the staff.
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

-- A conflict is the statement of a member of the staff that they should not read an application. It contains
-- their reason.
CREATE TABLE conflicts (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  reason text NOT NULL,
  declared_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, staff_uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid)
);

-- A criterion is something that a reviewer scores from 1 to 5; all criteria together are the rubric.
CREATE TABLE criteria (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  -- The explanation beside the criterion; null for none.
  hint text,
  -- The weight of the criterion in the score.
  weight integer NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT criteria_weight CHECK(weight > 0)
);

-- A review is what a member of the staff thinks of an application: a score for each criterion, and a
-- recommendation.
CREATE TABLE reviews (
  conference_id text NOT NULL,
  uid text NOT NULL,
  staff_uid text NOT NULL,
  -- For each criterion id, the score from 1 to 5.
  scores text NOT NULL,
  -- Weighted mean of the scores, in hundredths: 100 to 500.
  score integer NOT NULL,
  recommendation text NOT NULL,
  -- How many times the review was saved. Each save states the version that it changes.
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

-- A plan is a change of many rows. It is stored before it is carried out. So the lines that are applied are
-- exactly the lines that somebody has looked at.
CREATE TABLE plans (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  -- The applied plan that this plan undoes; null if it undoes none.
  undoes text,
  -- JSON with the values that are needed to show a plan of this kind again.
  summary text NOT NULL,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  -- For a plan with many lines: the person who last asked for it to be applied, and when. Such a plan is
  -- applied even if that person's request is cut off. Both columns are null for other plans, before anybody
  -- asks, and once the plan was applied or refused.
  asked_by text,
  asked_at integer,
  -- The person who applied the plan, and when; both are null until it is applied.
  applied_by text,
  applied_at integer,
  -- The id of the attempt that applied the plan; null until it is applied. Several attempts may run at the
  -- same time, and each looks here to find out whether it was the one that succeeded.
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
  -- The text in the line that identifies the applicant: a uid or an e-mail address.
  key text NOT NULL,
  -- The applicant whom the text identifies; null if it does not identify exactly one person.
  uid text,
  state text NOT NULL,
  -- The decision when the plan was made; null for none.
  old_decision text,
  -- The other columns of the decision's row when the plan was made. Each is null if it was null in that row,
  -- and all are null if there was no decision.
  old_set_by text,
  old_set_at integer,
  old_plan_id text,
  old_told_at integer,
  -- The decision that the applicant has once the line is applied; null if the applicant then has none.
  new_decision text,
  -- Whether the line gives, replaces or ends an award.
  changes_award integer DEFAULT false NOT NULL,
  -- The award that the applicant had when the plan was made; null for none.
  old_award text,
  -- The award that the line gives; null if the line ends the present award, or changes no award.
  new_award text,
  -- Why the line is refused; null if it is not refused.
  problem text, old_released_at integer, old_former text,
  PRIMARY KEY(plan_id, line),
  FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT decision_lines_state CHECK(state IN ('change', 'unchanged', 'refused'))
);
CREATE INDEX decision_lines_state ON decision_lines (plan_id, state, line);

-- A decision says what becomes of an application. Delegates see it only after its release.
CREATE TABLE decisions (
  conference_id text NOT NULL,
  uid text NOT NULL,
  decision text NOT NULL,
  -- The person who set the decision; null if a seed set it.
  set_by text,
  set_at integer NOT NULL,
  -- The plan that set the decision; null if a seed set it. Together with `setAt` it identifies this version
  -- of the row.
  plan_id text,
  -- When the mail about the decision was put into the outbox; null before that.
  told_at integer, released_at integer, former text,
  PRIMARY KEY(conference_id, uid),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT decisions_decision CHECK(decision IN ('Accepted', 'Deferred to virtual', 'Waitlisted',
    'Rejected'))
);
CREATE INDEX decisions_decision ON decisions (conference_id, decision, uid);
CREATE INDEX decisions_untold ON decisions (conference_id, uid) WHERE told_at IS NULL;
CREATE INDEX decisions_untold_alone ON decisions (conference_id) WHERE released_at >= set_at AND told_at IS NULL;

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

-- A grant makes a pass cheaper: an award belongs to one person, and a code can be used by everybody who knows
-- it. The price of add-ons stays the same. A grant is never changed, so that its effect on a price can always
-- be explained. It can only be ended.
CREATE TABLE grants (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  kind text NOT NULL,
  -- The name of the grant on bills and receipts.
  title text NOT NULL,
  -- The code in capital letters, without spaces; null for an award.
  code text,
  -- The person who has the award; null for a code.
  uid text,
  -- How much the grant takes off: either a share of the price, or an amount in cents. Exactly one of the two
  -- is set.
  percent integer,
  amount_cents integer,
  -- The only pass and the only round for which the grant counts; null for any.
  pass_type text,
  round_id text,
  -- How many times the grant can be used; null for any number.
  max_uses integer,
  -- The budget that pays for the grant; null if no budget does.
  budget_id text,
  -- The first and the last moment at which the grant can be used, inclusive; null for no limit.
  valid_from integer,
  valid_until integer,
  created_by text NOT NULL,
  created_at integer NOT NULL,
  -- When a member of the staff ended the grant; null if nobody did. Prices that it has reduced stay reduced.
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

-- A use is what a grant took off the price of a holding; triggers write it together with the holding.
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

-- One row for each charge or invoice: what one person pays, for themselves or for several others. An order
-- has a payment for each delegate. Its id is the id of the first payment, and also the refId and
-- invoiceNumber at the gateway (20 characters). Each payment has a state, but an order has none: one person's
-- money may go back while the others keep what they have.
CREATE TABLE orders (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The payer, who also gets refunds: either the delegate or another person.
  payer_uid text NOT NULL,
  -- How the order is paid: the name of a card processor, one of HAND_MEANS, INVOICED, or `none` if nothing is
  -- due.
  means text NOT NULL,
  -- The gateway's id of the charge; null until the charge is captured, or if no card pays.
  transaction_id text,
  -- The brand and the last four digits of the card; each is null if it is not known, or if no card pays.
  card_brand text,
  card_last_four text,
  -- The sum to pay after credit, for all payments of the order together.
  due_cents integer NOT NULL,
  -- For `reserved` or `charging` payments of the order: the real time after which no request is working on
  -- them any more.
  lease_until integer NOT NULL,
  -- The real time at which the processor first answered that it has no such charge; null if it has not. The
  -- processor is asked again some time after this.
  unseen_since integer,
  created_at integer NOT NULL,
  CONSTRAINT orders_id CHECK(length(id) = 20),
  CONSTRAINT orders_due CHECK((due_cents = 0) = (means = 'none') AND due_cents >= 0)
);
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id, means);
CREATE INDEX orders_payer ON orders (payer_uid);

-- One row for each delegate and attempt to pay: the bill for what the delegate gets from an order. The order
-- of a captured payment must have a transaction, or one of the means cash, bank transfer and `none`. Triggers
-- in the migrations enforce this.
CREATE TABLE payments (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  delegate_uid text NOT NULL,
  order_id text NOT NULL,
  pass_type text NOT NULL,
  -- For each add-on id: true, or the chosen variant.
  add_ons text NOT NULL,
  amount_cents integer NOT NULL,
  -- The part of the amount that is paid with credit; the card is charged for the rest.
  credit_cents integer DEFAULT 0 NOT NULL,
  -- The things that were bought, with their prices at that moment. The lines add up to the amount.
  lines text NOT NULL,
  state text NOT NULL,
  -- Why the delegate was allowed to pay, as found by the statement that reserved the payment; null if the row
  -- was restored from the processor's ledger.
  grounds text,
  created_at integer NOT NULL,
  -- When the outcome became known; null until then, or if the attempt was given up without an outcome.
  resolved_at integer,
  -- The last booking of the payment's money; null if none of it was booked. Each statement that moves money
  -- sets this column, and a trigger on the column writes `entries`.
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

-- A holding is one pass or add-on that a person has, had, or is about to have: one row for each, never
-- deleted. The payment remains the bill; only this table says who may enter
-- (docs/decisions/0041-what-is-held.md). Triggers make the rows from the lines of a payment, and change them
-- when the payment or one of its refunds changes. These triggers are defined only in the migrations.
CREATE TABLE holdings (
  -- The id of the payment and the number of the line; a holding that replaced another holding has an id of
  -- its own.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The person who holds the item, will hold it, or held it.
  uid text NOT NULL,
  -- The pass type, or the add-on's id.
  item text NOT NULL,
  -- For a pass, the pass itself. For an add-on, the pass with which it is held.
  pass_type text NOT NULL,
  title text NOT NULL,
  -- The size or kind of an add-on; null if there is no choice.
  variant text,
  -- The price of the line.
  cents integer NOT NULL,
  payment_id text NOT NULL,
  -- The holding that this one replaced; null if it was bought.
  from_holding text,
  state text NOT NULL,
  -- When the item began to be held, and when it stopped being held; each is null if that has not happened.
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

-- A pass that is held from the beginning gets a code for its ticket here; app/door/ticket-rows.server.ts
-- relies on it.
CREATE TRIGGER holdings_insert_ticket_code AFTER INSERT ON holdings WHEN NEW.state = 'held' AND NEW.item = NEW.pass_type
BEGIN
  INSERT INTO ticket_codes (holding_id, secret)
    SELECT NEW.id, lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM ticket_codes WHERE holding_id = NEW.id);
END;

-- A pass that begins to be held later gets a code here, and keeps it when it is held again after a refund
-- that was refused.
CREATE TRIGGER holdings_update_ticket_code AFTER UPDATE OF state ON holdings WHEN NEW.state = 'held' AND NEW.item = NEW.pass_type
BEGIN
  INSERT INTO ticket_codes (holding_id, secret)
    SELECT NEW.id, lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM ticket_codes WHERE holding_id = NEW.id);
END;

-- A holding that is deleted takes the code of its ticket along.
CREATE TRIGGER holdings_take_ticket_code BEFORE DELETE ON holdings
BEGIN
  DELETE FROM ticket_codes WHERE holding_id = OLD.id;
END;

-- A refund gives back money or credit for a payment, or ends a holding without giving anything back. If a
-- line of the refund ends a holding, the holding stops being held at the moment of the request.
CREATE TABLE refunds (
  -- The id is also the invoice number at the gateway (20 characters).
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  payment_id text NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  -- For a refund of money: the part that is returned as credit, because it was paid with credit.
  credit_cents integer DEFAULT 0 NOT NULL,
  -- Whether the refund ends everything that is held from the payment. If not, the payment stays captured.
  ends_all integer DEFAULT true NOT NULL,
  reason text NOT NULL,
  -- The reversal to which the refund belongs, if the refund takes back money that never came in. Null if
  -- something was really given back.
  reversal_id text,
  -- The state of a case in which we gave nothing back, but a bank took the charge back or never paid it; null
  -- for all other refunds. Such a row ends nothing and has no transaction. Its `state` is `done` at first,
  -- and `refused` from the moment when the bank gives the money back. `requestedBy` is the person who
  -- recorded the case, or the processor that reported it.
  bank_state text,
  state text NOT NULL,
  -- The gateway's id of the void or refund, or the reference of money that went back by hand. Null until the
  -- money has gone back. Always null for a refund as credit, a reversal, or money that a bank took back,
  -- because we send no money for these.
  transaction_id text,
  requested_by text NOT NULL,
  -- For a `sending` row: the real time after which no request is working on the row any more.
  lease_until integer NOT NULL,
  created_at integer NOT NULL,
  -- When the refund was done or refused; null until then.
  resolved_at integer,
  -- The most recent booking of the refund's money; null as long as there is none. Each statement that moves
  -- money sets this column, and a trigger on the column writes the rows of `entries`.
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

-- A refund line says how much of one line of the bill a refund gives back, and whether the item ceases to be
-- held. The cents of the lines add up to the refund. A line of the bill is identified by the holding that was
-- bought. An exchange may have replaced that holding, for example by another size. The present holding of the
-- line has the same payment and the same item, and has not ended.
CREATE TABLE refund_lines (
  refund_id text NOT NULL,
  holding_id text NOT NULL,
  cents integer NOT NULL,
  -- Whether the refund ends the line. If so, the item is no longer held from the moment at which the refund
  -- is requested.
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

-- The ledger says what happened to money. It is written once by triggers and never changed
-- (docs/decisions/0082-the-ledger.md). Each event consists of two or more entries that add up to zero. Money
-- that came in is booked on the account named after its `means`. Each thing that was sold has a negative
-- amount on its own account. A correction is another event. No entry names a person.
CREATE TABLE entries (
  -- The event: `paid/` or `void/` followed by a payment's id, `refund/` or `back/` followed by a refund's id,
  -- or `owed/` or `gone/` followed by a taking's id.
  event text NOT NULL,
  -- The account: a value of `means`, `credit`, `owed`, `written off`, a pass type or an add-on's id.
  account text NOT NULL,
  conference_id text NOT NULL,
  order_id text NOT NULL,
  -- The bill. For money that buys nothing, or nothing yet, this is the first bill of the order for which the
  -- money was sent.
  payment_id text NOT NULL,
  kind text NOT NULL,
  side text NOT NULL,
  cents integer NOT NULL,
  happened_at integer NOT NULL,
  -- The calendar day on which the entry is booked, YYYY-MM-DD, in the time zone that the edition used for its
  -- deadlines at that time.
  booked_on text NOT NULL,
  -- Whether the entry was booked only some time after the money moved. This happens if the database was
  -- restored to an earlier state that lacked the entry, and other records then showed that the money had
  -- moved.
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
-- number of the first charge (20 characters).
CREATE TABLE subscriptions (
  id text PRIMARY KEY NOT NULL,
  uid text NOT NULL,
  title text NOT NULL,
  amount_cents integer NOT NULL,
  interval_months integer NOT NULL,
  state text NOT NULL,
  gateway text NOT NULL,
  -- The gateway's id of the first charge; null until the charge is captured.
  transaction_id text,
  -- The gateway's id of the recurring subscription; null until the gateway has made it.
  gateway_subscription_id text,
  -- The brand and the last four digits of the card; each is null if it is not known.
  card_brand text,
  card_last_four text,
  -- The real time until which a request waits for the processor's answer about a change of card. After that
  -- time, the processor is asked which card the subscription has. Null if no change is open.
  card_change_until integer,
  -- The real time up to which the subscription is paid; null before the first charge.
  paid_until integer,
  -- When the subscription was cancelled; null if it was not cancelled, or was resumed afterwards.
  cancelled_at integer,
  -- For a `reserved`, `charging` or `charged` row: the real time after which no request is working on the row
  -- any more.
  lease_until integer NOT NULL,
  -- The real time at which the processor first answered that it does not have the charge or, if the
  -- subscription is over, that it does not have the recurring subscription. The processor is asked again some
  -- time after this. The time is also set when a charged subscription ends, because its recurring
  -- subscription may not be visible yet. Null if none of this has happened.
  unseen_since integer,
  created_at integer NOT NULL,
  -- When the last step with the processor was completed; null while a step is open, or if the first charge
  -- was given up.
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

-- A period is the time for which one charge of a subscription pays: the first charge or a renewal. Receipts
-- are made from periods.
CREATE TABLE subscription_periods (
  id text PRIMARY KEY NOT NULL,
  subscription_id text NOT NULL,
  -- The gateway's id of the charge; null if the processor reported that the period was paid, but named no
  -- transaction.
  transaction_id text,
  amount_cents integer NOT NULL,
  period_from integer NOT NULL,
  period_until integer NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE UNIQUE INDEX subscription_periods_once ON subscription_periods (subscription_id, period_from);
CREATE UNIQUE INDEX subscription_periods_transaction ON subscription_periods (transaction_id);

-- A webhook event is a report that the card processor sent on its own initiative. Each report is stored only
-- once. Reports are not trusted: they only make the portal ask the processor.
CREATE TABLE webhook_events (
  id text PRIMARY KEY NOT NULL,
  -- The card processor that sent the report.
  gateway text NOT NULL,
  type text NOT NULL,
  -- The gateway's id of the transaction or subscription that the report is about; null if it is about
  -- something else.
  subject text,
  received_at integer NOT NULL,
  -- When the portal had looked into the report; null until then.
  handled_at integer
);
CREATE INDEX webhook_events_open ON webhook_events (handled_at, received_at);
CREATE INDEX webhook_events_received_at ON webhook_events (received_at);


-- payer-requests --------------------------------------------------------------------------------------------
-- who was asked to pay for whom

-- A payer request is a delegate's request that another person pays for the delegate's pass. That person is
-- known only by an e-mail address, and may learn the delegate's name and the price of the pass. A trigger
-- ends the request once the pass is held, however it was paid for.
CREATE TABLE payer_requests (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The delegate for whose pass the other person should pay.
  uid text NOT NULL,
  pass_type text NOT NULL,
  add_ons text NOT NULL,
  -- The pass that the delegate already held when they made the request; null if they held none. The form told
  -- them that the price of the held pass does not count towards the new pass.
  held_pass text,
  -- The e-mail address of the person who is asked: as it was typed, and in the form in which addresses are
  -- compared.
  email text NOT NULL,
  email_key text NOT NULL,
  -- The payment that was last reserved for the request; null for none.
  payment_id text,
  created_at integer NOT NULL,
  -- When the request ended, because it was withdrawn, replaced or refused, or because the delegate got the
  -- pass. Null while the request is open.
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

-- A transfer offers a pass, and everything that is held with it, to another person
-- (docs/decisions/0050-transfers.md). The row also says what became of the offer. An open transfer can be
-- accepted until it expires, as long as its pass is held.
CREATE TABLE transfers (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The holding of the pass, which belongs to the person who offers it.
  holding_id text NOT NULL,
  from_uid text NOT NULL,
  -- The address to which the pass is offered, as it was typed.
  email text NOT NULL,
  -- The person with this address, if they could take over the pass when it was offered. Otherwise null, and
  -- nobody can accept the transfer.
  to_uid text,
  state text NOT NULL,
  -- Why the new holder has the right to the pass, as found by the statement that accepted the transfer; null
  -- before that.
  grounds text,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  -- When the transfer was accepted or taken back, or was found to have expired; null while it is open.
  closed_at integer,
  -- The person who accepted the transfer or took it back; null while the transfer is open, or if it expired.
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

-- An invoice is the document for an order that no card pays. It contains everything that its bills do not
-- say. It stays as it was written: later changes of the edition do not affect it. Its bills are the payments
-- of its order. They have lines and states like all other payments. Rows are never deleted, so the numbers of
-- an edition have no gaps.
CREATE TABLE invoices (
  order_id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- Numbered from 1 in each edition.
  number integer NOT NULL,
  buyer_name text NOT NULL,
  buyer_address text NOT NULL,
  -- The names of the delegates, by the id of their bill; empty for delegates who have given no name.
  names text NOT NULL,
  -- The events to which the passes admit, one on each line: the event's name and days, as they were when the
  -- invoice was issued.
  events text NOT NULL,
  seller text NOT NULL,
  pay_to text NOT NULL,
  tax text NOT NULL,
  -- The tax included in the prices, in hundredths of a percent; 0 if there is no tax, and then there is no
  -- tax number.
  tax_rate integer NOT NULL,
  tax_number text NOT NULL,
  issued_at integer NOT NULL,
  due_at integer NOT NULL,
  -- When the payer was reminded of the invoice. If the invoice was due too soon for a reminder, this is the
  -- time at which the invoice was written. Null as long as a reminder may follow.
  reminded_at integer,
  FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT invoices_number CHECK(number > 0),
  CONSTRAINT invoices_tax CHECK(tax_rate >= 0 AND (tax_rate > 0) = (tax_number <> ''))
);
CREATE UNIQUE INDEX invoices_number ON invoices (conference_id, number);
CREATE INDEX invoices_due ON invoices (reminded_at, due_at);

-- A credit note is the document which says that money paid for an invoice was given back. A trigger in the
-- migrations writes it once the refund is done. The row holds the amount. Everything else in the document
-- comes from the lines of the refund and from the invoice, which never change. Triggers refuse any change or
-- deletion of a row, so the numbers of an edition have no gaps.
CREATE TABLE credit_notes (
  refund_id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The order whose invoice the credit note belongs to.
  order_id text NOT NULL,
  -- Numbered from 1 in each edition, separately from invoices.
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

-- A row is a proposal for how an edition takes money without a card processor. The applied row with the
-- highest version is in force; if no row was applied, nothing is in force. Triggers, which are defined only
-- in the migrations, refuse any change of what a row says, and any deletion.
CREATE TABLE invoicing (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  seller text NOT NULL,
  pay_to text NOT NULL,
  tax text NOT NULL,
  -- The tax included in prices, in hundredths of a percent; 0 if there is no tax, and then there is no tax
  -- number.
  tax_rate integer NOT NULL,
  tax_number text NOT NULL,
  days integer NOT NULL,
  second_person_cents integer NOT NULL,
  write_off_cents integer NOT NULL,
  state text NOT NULL,
  -- The number of the version that was in force when this version was proposed, and that this version
  -- replaces. 0 if no version was in force.
  replaces integer NOT NULL,
  -- The number of this version: rows are numbered from 1 in each edition, in the order in which they are
  -- applied. Null until this one is applied.
  version integer,
  -- The person who made the proposal; null if a seed or a migration wrote the row.
  proposed_by text,
  proposed_at integer NOT NULL,
  -- When the proposal is applied without being confirmed, because there is no second person; null if a second
  -- person has to confirm it.
  applies_at integer,
  -- The person who confirmed or withdrew the proposal; null before that, or if nobody had to confirm it.
  settled_by text,
  -- When the proposal was applied or withdrawn; null before that, or if a seed wrote the row.
  settled_at integer, money_out_cents integer DEFAULT 50000 NOT NULL,
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

-- A proposal for invoices stays as it was proposed. app/money/invoices/invoicing-proposals.server.ts relies
-- on it: the second person confirms what they read.
CREATE TRIGGER invoicing_stays BEFORE UPDATE OF id, conference_id, seller, pay_to, tax, tax_rate, tax_number, days, second_person_cents, write_off_cents, money_out_cents, replaces, proposed_by, proposed_at, applies_at ON invoicing
BEGIN
  SELECT RAISE(ABORT, 'what was proposed is never changed');
END;

-- Money that the staff recorded by hand (cash or a bank transfer): one row for each sum, never deleted. A row
-- can also say that the rest of an invoice is written off. The id comes from the form in which the money was
-- entered. So a form makes only one row, however often it is sent.
CREATE TABLE takings (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The order whose invoice the money is for.
  order_id text NOT NULL,
  means text NOT NULL,
  -- The reference by which the money is found on the bank statement or in the cash book. For a write-off, it
  -- is the reason.
  reference text NOT NULL,
  -- The calendar day on which the money came in, YYYY-MM-DD.
  received_on text NOT NULL,
  amount_cents integer NOT NULL,
  -- The limit in force when the money was recorded: a second person must confirm money above the limit.
  limit_cents integer NOT NULL,
  state text NOT NULL,
  -- Whether the money paid only a part of the invoice, and the rest was paid or written off later. For a
  -- write-off, whether the write-off ever counted.
  is_part integer DEFAULT false NOT NULL,
  recorded_by text NOT NULL,
  recorded_at integer NOT NULL,
  -- The same moment as `recordedAt`, in real time. A second person must have had the ability "money" since
  -- before this moment.
  created_at integer NOT NULL,
  -- Who confirmed money that is owed back or that pays only a part of an invoice, and the time of the
  -- confirmation. Both are null until somebody has confirmed the money, and for all other money.
  confirmed_by text,
  confirmed_at integer,
  -- Who withdrew the money, gave it back or confirmed that it pays the invoice, and the time at which they
  -- did. Both are null until one of these has happened.
  settled_by text,
  settled_at integer,
  -- Why the money was withdrawn, or how it was given back; null if neither has happened.
  note text,
  -- The last booking of money that bought nothing when it came in; null if there is no such booking. Money
  -- that pays its invoice is booked with the payments.
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

-- A reversal takes back money that was recorded by mistake. The record of the money stays as it was, and the
-- reversal is a separate record. There is a row for each time that somebody asked for a reversal, and it is
-- never deleted.
CREATE TABLE reversals (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  taking_id text NOT NULL,
  -- The state of the money before the reversal: it had paid its invoice, or part of it, or bought nothing.
  was text NOT NULL,
  reason text NOT NULL,
  -- The limit in force when the reversal was asked for: a second person must confirm a reversal above the
  -- limit.
  limit_cents integer NOT NULL,
  state text NOT NULL,
  asked_by text NOT NULL,
  asked_at integer NOT NULL,
  -- The same moment as `askedAt`, in real time. A second person must have had the ability "money" since
  -- before this moment.
  created_at integer NOT NULL,
  -- The person who confirmed or withdrew the reversal, and when; both are null before that.
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

-- A batch is what a card processor settled in one night, as the processor reports it. It contains the charges
-- of all editions and of subscriptions, so these tables are directory tables (`columns.ts`).
CREATE TABLE settlement_batches (
  gateway text NOT NULL,
  -- The processor's own id of the batch.
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

-- A settlement line is about one charge or refund: it compares the processor's settlement with our rows
-- (docs/decisions/0048-batches.md). `batchId` is null if the charge or refund should be in a batch by now but
-- is in none.
CREATE TABLE settlement_lines (
  gateway text NOT NULL,
  transaction_id text NOT NULL,
  -- The batch of the line; null if the line is in no batch.
  batch_id text,
  invoice_number text NOT NULL,
  kind text NOT NULL,
  -- The cents that the processor settled; null if the line is in no batch.
  cents integer,
  -- The amount in our rows; null if our rows do not have it.
  ours_cents integer,
  -- The object to which the line belongs, named as in `audit`; null if our rows do not have it.
  object text,
  -- The real time at which the line was first compared.
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

-- A feed is the address at which a calendar program reads a person's agenda.
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
  -- The URL of an online room; null if there is none.
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
  -- The calendar day on which the session begins, YYYY-MM-DD, in the conference's time zone.
  day text NOT NULL,
  starts_at integer NOT NULL,
  ends_at integer NOT NULL,
  -- The room and the track of the session; each is null for none.
  room_id text,
  track_id text,
  -- The ids of the session's speakers in the library, in order.
  speakers text NOT NULL,
  -- The access level that is needed to choose the session; null if everybody who is signed in may choose it.
  access_level text,
  -- The number of places; null if there is no limit.
  capacity integer,
  -- The recording of the session in the library; null if there is none.
  recording_id text,
  -- When the session was cancelled; null if it was not.
  cancelled_at integer,
  -- The number of changes to the session. Calendar programs use this number to notice that the session has
  -- changed.
  version integer NOT NULL,
  changed_at integer NOT NULL, give_away_minutes integer,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  FOREIGN KEY (conference_id, room_id) REFERENCES rooms(conference_id, id),
  FOREIGN KEY (conference_id, track_id) REFERENCES tracks(conference_id, id),
  CONSTRAINT programme_sessions_times CHECK(starts_at < ends_at),
  CONSTRAINT programme_sessions_capacity CHECK(capacity IS NULL OR capacity > 0)
);
CREATE INDEX programme_sessions_day ON programme_sessions (conference_id, day, starts_at, id);
CREATE INDEX programme_sessions_room ON programme_sessions (conference_id, room_id, starts_at);
CREATE INDEX programme_sessions_give_away ON programme_sessions (starts_at) WHERE give_away_minutes IS NOT NULL;

-- A place is a session in a person's agenda: a confirmed place, or a position on the waiting list.
CREATE TABLE places (
  session_id text NOT NULL,
  uid text NOT NULL,
  conference_id text NOT NULL,
  state text NOT NULL,
  -- The waiting list is ordered by this time.
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
  -- The session that the line adds, changes or leaves as it is; null if the line is refused and names no
  -- session.
  session_id text,
  -- The version of the session with which the line was compared. Null if the line adds a session or is
  -- refused.
  seen_version integer,
  -- The session that the line would write; null if the line is refused.
  session text,
  -- Why the line is refused; null if it is not refused.
  problem text,
  PRIMARY KEY(plan_id, line),
  FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT schedule_lines_act CHECK(act IN ('create', 'change', 'unchanged', 'refused'))
);
CREATE INDEX schedule_lines_act ON schedule_lines (plan_id, act, line);

-- One row for each speaker of a session. These rows make it possible to keep a speaker from being in two
-- rooms at the same time.
CREATE TABLE session_speakers (
  conference_id text NOT NULL,
  speaker_id text NOT NULL,
  session_id text NOT NULL,
  PRIMARY KEY(conference_id, speaker_id, session_id),
  FOREIGN KEY (session_id) REFERENCES programme_sessions(id)
);
CREATE INDEX session_speakers_session ON session_speakers (session_id);

-- A row says that a session has given away the places of people who had not come. A session gives places away
-- only once: people who then move up from the waiting list are not there yet either, but they keep their
-- places.
CREATE TABLE give_aways (
  session_id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The batch that gave the places away.
  batch text NOT NULL,
  given_at integer NOT NULL,
  FOREIGN KEY (session_id) REFERENCES programme_sessions(id)
);
CREATE INDEX give_aways_batch ON give_aways (batch);

-- A session entry says what happened with one person at the door of a session. Rows are only added: to undo a
-- mistake, a row is added that takes the last one back. A trigger, which is defined only in the migrations,
-- refuses any change.
CREATE TABLE session_entries (
  -- Made from the id in the form. So a form that is sent twice makes only one entry.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  session_id text NOT NULL,
  uid text NOT NULL,
  -- The number of the entry among all entries about the person in the session. Two helpers cannot both use
  -- the same number.
  number integer NOT NULL,
  act text NOT NULL,
  -- The helper; null if the entry was written because the person's place was given away.
  by_uid text,
  happened_at integer NOT NULL,
  FOREIGN KEY (session_id) REFERENCES programme_sessions(id),
  CONSTRAINT session_entries_act CHECK(act IN ('here', 'letIn', 'undone', 'missed')),
  CONSTRAINT session_entries_number_above CHECK(number > 0),
  CONSTRAINT session_entries_by CHECK((by_uid IS NULL) = (act = 'missed'))
);
CREATE UNIQUE INDEX session_entries_number ON session_entries (session_id, uid, number);
CREATE INDEX session_entries_person ON session_entries (conference_id, uid, session_id);

-- What happened at the door of a session stays as it was written. app/programme/agenda.server.ts relies on
-- it: a mistake is another row.
CREATE TRIGGER session_entries_unchanged BEFORE UPDATE ON session_entries
BEGIN
  SELECT RAISE(ABORT, 'what happened at the door of a session is never changed');
END;


-- library ---------------------------------------------------------------------------------------------------
-- videos and speakers

-- A category is a named group of recordings in the library.
CREATE TABLE categories (
  -- The id as it appears in the address: lower case, words joined by "-".
  id text PRIMARY KEY NOT NULL,
  title text NOT NULL,
  position integer NOT NULL
);

-- A recording is a video of the library; the specification calls the collection "videos".
CREATE TABLE recordings (
  id text PRIMARY KEY NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  access text NOT NULL,
  source text NOT NULL,
  -- The key in the file store, or the video's id at the service that holds it.
  source_id text NOT NULL,
  length_seconds integer NOT NULL,
  chapters text NOT NULL,
  -- The key of the picture in the file store; null for none.
  thumbnail_key text,
  -- When the recording was published; null while only staff can see it.
  published_at integer,
  version integer NOT NULL,
  created_at integer NOT NULL,
  CONSTRAINT recordings_access CHECK(access IN ('premium', 'open')),
  CONSTRAINT recordings_source CHECK(source IN ('file', 'stream', 'youtube', 'vimeo')),
  CONSTRAINT recordings_length CHECK(length_seconds > 0)
);
CREATE INDEX recordings_published_at ON recordings (published_at, id);
CREATE INDEX recordings_created_at ON recordings (created_at, id);

-- A row puts a recording into a category, at a position in it.
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
  -- The speaker's position, such as "Minister of Health".
  title text NOT NULL,
  organisation text NOT NULL,
  biography text NOT NULL,
  -- The keys of the pictures in the file store; null for none. Each key is made from the content of its
  -- picture.
  profile_key text,
  background_key text,
  position integer NOT NULL,
  -- The number of saves. Each save states the version that it changes.
  version integer NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX speakers_position ON speakers (position, id);

-- A row says that a speaker speaks in a recording.
CREATE TABLE recording_speakers (
  recording_id text NOT NULL,
  speaker_id text NOT NULL,
  PRIMARY KEY(recording_id, speaker_id),
  FOREIGN KEY (recording_id) REFERENCES recordings(id),
  FOREIGN KEY (speaker_id) REFERENCES speakers(id)
);
CREATE INDEX recording_speakers_speaker ON recording_speakers (speaker_id, recording_id);

-- A word finds a recording: it is a word of the recording's title or of a speaker's name.
CREATE TABLE recording_words (
  word text NOT NULL,
  recording_id text NOT NULL,
  PRIMARY KEY(word, recording_id),
  FOREIGN KEY (recording_id) REFERENCES recordings(id)
);
CREATE INDEX recording_words_recording ON recording_words (recording_id);

-- A row says how far a person has watched a recording.
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

-- The outbox holds each mail from the moment of its event, and records what became of sending it.
CREATE TABLE outbox (
  id text PRIMARY KEY NOT NULL,
  -- The key of the event. There is one mail for each event, so that a repeated request cannot queue a mail
  -- twice.
  event_key text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- The text of the mail, with a placeholder for a link that works only once. It is empty once the text is no
  -- longer kept.
  body text NOT NULL,
  -- The link that works only once; null if the mail has no such link.
  link text,
  created_at integer NOT NULL,
  -- When the provider accepted the mail; null until then.
  sent_at integer,
  -- How many attempts to send the mail got no answer or were refused.
  failures integer DEFAULT 0 NOT NULL,
  -- The mail is not sent before this time; null once it was sent or given up.
  due_at integer,
  -- Why the provider refused the last attempt. Null if it was not refused, or if the provider has accepted
  -- the mail since.
  refusal text
, provider_id text, report text, reported_at integer, kind text, uid text);
CREATE UNIQUE INDEX outbox_event_key ON outbox (event_key);
CREATE INDEX outbox_due_at ON outbox (due_at);
CREATE INDEX outbox_created_at ON outbox (created_at);
CREATE INDEX outbox_refused ON outbox (created_at) WHERE refusal IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (created_at) WHERE sent_at IS NULL AND due_at IS NULL AND failures <> 0;
CREATE INDEX outbox_text_kept ON outbox (created_at) WHERE body <> '';
CREATE INDEX outbox_provider_id ON outbox (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX outbox_not_arrived ON outbox (created_at) WHERE report IN ('bounced', 'withheld');
CREATE INDEX outbox_copies ON outbox (uid, created_at) WHERE uid IS NOT NULL;

-- A mail event is a report of the mail provider about one mail; each event takes effect only once.
CREATE TABLE mail_events (
  -- The provider's id of the event.
  id text PRIMARY KEY NOT NULL,
  -- The id of the request that recorded the event. A report may arrive twice, so the other statements of a
  -- request compare this id with the id of their own request. They change something only if their own request
  -- recorded the event.
  request_id text NOT NULL,
  received_at integer NOT NULL
);
CREATE INDEX mail_events_received_at ON mail_events (received_at);

-- An unreachable address is one at which a mail of ours bounced permanently, or whose owner called a mail of
-- ours spam. No more mail is sent to it. The exceptions are mails with a link that a person has just asked
-- for, such as the link that resets a password.
CREATE TABLE unreachable_addresses (
  -- The address, lower-cased and trimmed.
  email_key text PRIMARY KEY NOT NULL,
  -- The person whose account had this address when it was reported; null if no account had it.
  uid text,
  because text NOT NULL,
  -- The provider's reason.
  said text NOT NULL,
  at integer NOT NULL,
  -- When the owner showed that mail reaches this address after all; null while the address is unreachable.
  mended_at integer,
  FOREIGN KEY (uid) REFERENCES users(uid),
  CONSTRAINT unreachable_addresses_because CHECK(because IN ('bounced', 'complained'))
);
CREATE INDEX unreachable_addresses_uid ON unreachable_addresses (uid);

-- An unsubscribed address is one whose owner wants no news and no reminders.
CREATE TABLE unsubscribed_addresses (
  -- The address, lower-cased and trimmed.
  email_key text PRIMARY KEY NOT NULL,
  at integer NOT NULL
);


-- staff -----------------------------------------------------------------------------------------------------
-- staff, the audit, what holds for money

-- An audit row says who did what to which object. The list is append-only: triggers, which are defined only
-- in the migrations, refuse every change of a row, and every deletion that comes too early (`AUDIT_KEPT`).
-- `detail` is JSON; apart from ids, it contains no personal data and no card data.
CREATE TABLE audit (
  id text PRIMARY KEY NOT NULL,
  at integer NOT NULL,
  -- The person who did it; null if the portal or a command did it.
  actor_uid text,
  action text NOT NULL,
  object text NOT NULL,
  detail text NOT NULL,
  -- The request that wrote the row; null if a command or a seed wrote it.
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

-- An inspection is one run of the checks on the data, with the faults that the checks found.
CREATE TABLE inspections (
  at integer PRIMARY KEY NOT NULL,
  findings text NOT NULL
);

-- An invitation asks somebody to join the staff. It is mailed as a link. A person who opens the link while
-- signed in can become a member.
CREATE TABLE invitations (
  -- SHA-256 of the secret in the link.
  hash text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  -- The invited person's name (null if none was given), and what they may do once they have accepted.
  name text,
  abilities text NOT NULL,
  capacity integer NOT NULL,
  invited_by text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL, door_until integer,
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

-- A mailing is a mail to many people, in the form in which it was sent.
CREATE TABLE mailings (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The recipients, described in the words of the filter.
  audience text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  recipients integer NOT NULL,
  sent_by text NOT NULL,
  sent_at integer NOT NULL,
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE INDEX mailings_sent_at ON mailings (conference_id, sent_at);

-- A row says since when a member of the staff has had the ability "money" without interruption. The member
-- cannot be the second person for money from before that time. Triggers on `users` and `staff` write these
-- rows; they are defined only in the migrations.
CREATE TABLE money_since (
  uid text PRIMARY KEY NOT NULL,
  since integer NOT NULL
);

-- A row says what a member of the staff may do and read. The `users` row of a person says whether they are a
-- member of the staff.
CREATE TABLE staff (
  uid text PRIMARY KEY NOT NULL,
  -- The member's name. If it is null, no director has given one, and the member's address is shown instead.
  name text,
  -- What the member may do. One set of abilities is always written in the same way (`abilitySet`).
  abilities text NOT NULL,
  -- The member's share of the reading: a member with 2 gets twice as many applications as a member with 1.
  capacity integer DEFAULT 1 NOT NULL,
  -- Where the member studies or works; null if it is not known. The member gets no applications from that
  -- institution.
  institution text,
  -- The time since which the member has been on leave; null if they are not on leave. While on leave, they
  -- get nothing to read.
  on_leave_since integer,
  created_at integer NOT NULL, door_until integer,
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

-- A tally says how many rows of one kind belong to a conference. Triggers on the counted tables write it;
-- they are defined only in the migrations. Because of tallies, a page with counts reads no more rows for a
-- hundred thousand applications than for a hundred (docs/decisions/0034-counts-are-kept.md).
CREATE TABLE tallies (
  conference_id text NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  number integer NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY(conference_id, name, key)
);


-- outgoings -------------------------------------------------------------------------------------------------
-- what gives money away, and waits for a second person

-- An outgoing is an act that gives money away above the limit, or gives away a whole price: a refund, an
-- award or a code. One person proposes it and another confirms it. Until then, nothing is given away or
-- reserved. Triggers, which are defined only in the migrations, refuse any change of what was proposed, a
-- second settlement, and any deletion.
CREATE TABLE outgoings (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  kind text NOT NULL,
  -- The payment for which a refund gives money back; null for awards and codes.
  payment_id text,
  -- The form as it was read when it was posted. It is carried out without a change.
  request text NOT NULL,
  -- The cents that the outgoing gives away. For a share of the price, it is the most that the share can take
  -- off. For several awards, it is the most that one of them can take off.
  amount_cents integer NOT NULL,
  -- The limit in force when the outgoing was proposed.
  limit_cents integer NOT NULL,
  state text NOT NULL,
  proposed_by text NOT NULL,
  -- SHA-256 of the proposer's address at that time. Nobody with this address may confirm the outgoing.
  proposed_from text NOT NULL,
  proposed_at integer NOT NULL,
  -- When the proposer may confirm the outgoing alone, because there was no second person. Null if a second
  -- person has to confirm it.
  alone_at integer,
  -- The person who confirmed or withdrew the outgoing, and when; both are null before that.
  settled_by text,
  settled_at integer,
  -- The ids of the refund, of the code or of the awards that the outgoing made; null until it is done.
  made text,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT outgoings_id CHECK(length(id) = 20),
  CONSTRAINT outgoings_kind CHECK(kind IN ('refund', 'award', 'code')),
  CONSTRAINT outgoings_state CHECK(state IN ('proposed', 'done', 'withdrawn')),
  CONSTRAINT outgoings_of CHECK((kind = 'refund') = (payment_id IS NOT NULL)),
  CONSTRAINT outgoings_made CHECK((state = 'done') = (made IS NOT NULL)),
  CONSTRAINT outgoings_two CHECK(state <> 'done' OR coalesce(settled_by <> proposed_by
        OR settled_at >= alone_at, 0))
);
CREATE UNIQUE INDEX outgoings_one ON outgoings (payment_id) WHERE state IN ('proposed');
CREATE INDEX outgoings_payment ON outgoings (payment_id);

-- Money out stays as it was proposed. app/money/outgoings/outgoings.server.ts relies on it: the second person
-- confirms what they read.
CREATE TRIGGER outgoings_stays BEFORE UPDATE OF id, conference_id, kind, payment_id, request, amount_cents, limit_cents, proposed_by, proposed_from, proposed_at, alone_at ON outgoings
BEGIN
  SELECT RAISE(ABORT, 'what was proposed is never changed');
END;

-- Money out is done or withdrawn once. app/money/outgoings/outgoings.server.ts relies on it when several
-- people settle it at once.
CREATE TRIGGER outgoings_settled_once BEFORE UPDATE ON outgoings WHEN OLD.state <> 'proposed'
BEGIN
  SELECT RAISE(ABORT, 'what was done or withdrawn is never changed');
END;

-- Money out is never deleted once it was proposed. app/money/outgoings/outgoings.server.ts relies on it: the
-- rows say who gave money away.
CREATE TRIGGER outgoings_kept BEFORE DELETE ON outgoings
BEGIN
  SELECT RAISE(ABORT, 'what was proposed is never deleted');
END;


-- selections ------------------------------------------------------------------------------------------------
-- filters of the application list, and labels on applications

-- A row says that an application has a label.
CREATE TABLE application_labels (
  conference_id text NOT NULL,
  uid text NOT NULL,
  label_id text NOT NULL,
  labelled_by text NOT NULL,
  labelled_at integer NOT NULL,
  PRIMARY KEY(conference_id, uid, label_id),
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  FOREIGN KEY (conference_id, label_id) REFERENCES labels(conference_id, id)
);
CREATE INDEX application_labels_label ON application_labels (conference_id, label_id, uid);

-- A label is a word that staff put on applications in order to find them again. Delegates never see it.
CREATE TABLE labels (
  conference_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  created_at integer NOT NULL,
  PRIMARY KEY(conference_id, id),
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE UNIQUE INDEX labels_title ON labels (conference_id, title);

-- A saved selection is a filter of the application list under a name. A person who uses it finds only the
-- applications that they may see.
CREATE TABLE saved_selections (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  name text NOT NULL,
  -- The query of the list's address.
  query text NOT NULL,
  saved_by text NOT NULL,
  saved_at integer NOT NULL,
  FOREIGN KEY (conference_id) REFERENCES conferences(id)
);
CREATE UNIQUE INDEX saved_selections_name ON saved_selections (conference_id, name);


-- door ------------------------------------------------------------------------------------------------------
-- the codes of tickets, and what happened at the door

-- A door entry says what happened at the door with a pass or an add-on. Rows are only added: to undo a
-- mistake, a row is added that takes the last one back. A trigger, which is defined only in the migrations,
-- refuses any change.
CREATE TABLE door_entries (
  -- The id from the form. So a form that is sent twice makes only one entry.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The holding of the pass that was shown.
  pass_holding text NOT NULL,
  -- The holding that the entry is about: the pass itself, or an add-on that is held with it.
  thing text NOT NULL,
  -- The number of the entry among all entries about the thing. If two people act at once, they cannot both
  -- use the same number.
  number integer NOT NULL,
  act text NOT NULL,
  -- How many times somebody was let in with the pass, or the add-on was handed over, up to and including this
  -- entry. Times that were taken back do not count.
  times integer NOT NULL,
  way text NOT NULL,
  by_uid text NOT NULL,
  happened_at integer NOT NULL,
  CONSTRAINT door_entries_act CHECK(act IN ('in', 'handed', 'undone')),
  CONSTRAINT door_entries_way CHECK(way IN ('code', 'list')),
  CONSTRAINT door_entries_number_above CHECK(number > 0),
  CONSTRAINT door_entries_times CHECK(times >= (act <> 'undone')),
  CONSTRAINT door_entries_thing CHECK((act = 'handed') <= (thing <> pass_holding))
);
CREATE UNIQUE INDEX door_entries_number ON door_entries (thing, number);
CREATE INDEX door_entries_pass ON door_entries (pass_holding, happened_at);
CREATE INDEX door_entries_count ON door_entries (conference_id, act, times);

-- What happened at the door stays as it was written. app/door/admitting.server.ts relies on it: the rows say
-- who came in.
CREATE TRIGGER door_entries_unchanged BEFORE UPDATE ON door_entries
BEGIN
  SELECT RAISE(ABORT, 'what happened at the door is never changed');
END;

-- A ticket code is the random part of the code in the ticket for a pass. A trigger, which is defined only in
-- the migrations, makes one for every pass as soon as it is held. After a transfer the new holder has another
-- code, because a transfer makes another holding.
CREATE TABLE ticket_codes (
  -- The holding of the pass.
  holding_id text PRIMARY KEY NOT NULL,
  -- 16 random bytes, in hex. Nobody can make a ticket's code from them without the key of the portal.
  secret text NOT NULL,
  FOREIGN KEY (holding_id) REFERENCES holdings(id),
  CONSTRAINT ticket_codes_secret CHECK(length(secret) = 32)
);

-- A scan is what a phone at the door did according to its own list, and reported later. If the portal wrote a
-- door entry for the scan, the entry has the same id. Rows are only added: a trigger, which is defined only
-- in the migrations, refuses any change.
CREATE TABLE door_scans (
  -- The id that the phone made. So a scan that is sent twice makes only one row.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The holding of the pass; null if the phone did not find a pass for the code.
  pass_holding text,
  -- The holding that the scan is about: the pass itself, or an add-on; null if the phone did not find a pass.
  thing text,
  act text NOT NULL,
  outcome text NOT NULL,
  -- Why the scan was refused, or should have been refused; null if there is no such reason.
  reason text,
  -- The name that the phone gave to itself: four letters and digits.
  device text NOT NULL,
  -- When the scan happened by the clock of the phone, which may be wrong.
  device_at integer NOT NULL,
  received_at integer NOT NULL,
  -- The person who was signed in on the phone when the scan was sent.
  by_uid text NOT NULL,
  CONSTRAINT door_scans_act CHECK(act IN ('in', 'handed', 'undone')),
  CONSTRAINT door_scans_outcome_known CHECK(outcome IN ('done', 'double', 'refused', 'against')),
  CONSTRAINT door_scans_reason CHECK(reason IS NULL OR reason IN ('unknown', 'otherYear', 'unpaid',
    'transferred', 'givenBack', 'online', 'notListed', 'changed')),
  CONSTRAINT door_scans_refused CHECK((reason IS NULL) = (outcome IN ('done', 'double'))),
  CONSTRAINT door_scans_thing CHECK(thing IS NOT NULL OR outcome = 'refused')
);
CREATE INDEX door_scans_outcome ON door_scans (conference_id, outcome, received_at);

-- What a phone reported stays as it was received. app/door/scans.server.ts relies on it: a scan that is sent
-- twice is one.
CREATE TRIGGER door_scans_unchanged BEFORE UPDATE ON door_scans
BEGIN
  SELECT RAISE(ABORT, 'what a phone reported is never changed');
END;


-- offers ----------------------------------------------------------------------------------------------------
-- the waiting list, and the places that are kept for people on it

-- An offer is a place that is kept until a set time for somebody on the waiting list. While it is open, that
-- person sees the decision Accepted (docs/decisions/0109-a-waiting-list-that-moves.md). An offer can end just
-- because time passes. So whether it is open is computed, and `endedAt` only records the end.
CREATE TABLE offers (
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  uid text NOT NULL,
  -- The pass for which the offer keeps a place. The person may buy the other pass instead.
  pass_type text NOT NULL,
  offered_at integer NOT NULL,
  -- The member of the staff who made the offer; null if the portal made it because a place was free.
  offered_by text,
  -- The last millisecond at which the offer can be taken.
  ends_at integer NOT NULL,
  -- The facts that allowed the offer, as found by the statement that made it.
  grounds text NOT NULL,
  -- When the mail about the offer was put into the outbox; null before that.
  told_at integer,
  -- When the offer ended; null as long as its end is not recorded.
  ended_at integer,
  -- Why the offer ended; null as long as its end is not recorded.
  ended_because text,
  FOREIGN KEY (conference_id, uid) REFERENCES applications(conference_id, uid),
  CONSTRAINT offers_pass_type CHECK(pass_type IN ('gold', 'goldPlus')),
  CONSTRAINT offers_ends CHECK(ends_at > offered_at),
  CONSTRAINT offers_ended CHECK((ended_at IS NULL) = (ended_because IS NULL)),
  CONSTRAINT offers_ended_because CHECK(coalesce(ended_because IN ('declined', 'expired', 'taken back',
    'given up', 'decided'), true))
);
CREATE UNIQUE INDEX offers_one_open ON offers (conference_id, uid) WHERE ended_at IS NULL;
CREATE INDEX offers_open ON offers (conference_id, pass_type, ends_at) WHERE ended_at IS NULL;
CREATE INDEX offers_untold ON offers (conference_id) WHERE told_at IS NULL AND ended_at IS NULL;
CREATE INDEX offers_person ON offers (conference_id, uid, offered_at);

-- A row says how the waiting list of an edition is ordered, and whether the portal fills free places from it.
-- If an edition has no row, its list is ordered by score, and the portal fills no places.
CREATE TABLE waiting_lists (
  conference_id text PRIMARY KEY NOT NULL,
  sorted_by text NOT NULL,
  -- The uids of the people who were put in order by hand, the first one first.
  by_hand text NOT NULL,
  -- The pass whose places are offered.
  pass_type text NOT NULL,
  -- Whether the portal offers each free place to the next person of the list.
  refills integer NOT NULL,
  -- How many hours an offer lasts if the portal makes it.
  hours integer NOT NULL,
  -- No offer is made after this time, and no offer is made that would end after it. People on the list read
  -- this time. Null if there is no such time.
  stops_at integer,
  FOREIGN KEY (conference_id) REFERENCES conferences(id),
  CONSTRAINT waiting_lists_sorted_by CHECK(sorted_by IN ('score', 'hand', 'first')),
  CONSTRAINT waiting_lists_pass_type CHECK(pass_type IN ('gold', 'goldPlus')),
  CONSTRAINT waiting_lists_hours CHECK(hours > 0)
);


-- letters ---------------------------------------------------------------------------------------------------
-- what the organisers confirmed to people, and whether it still holds

-- The facts about a person that only an embassy needs. The person gives them for one letter. They are shown
-- in that letter alone, and erased after a while.
CREATE TABLE letter_identities (
  letter_id text PRIMARY KEY NOT NULL,
  passport_number text NOT NULL,
  -- The code of a country in the application's list of countries.
  passport_nationality text NOT NULL,
  -- YYYY-MM-DD.
  passport_birth text NOT NULL,
  erase_at integer NOT NULL,
  FOREIGN KEY (letter_id) REFERENCES letters(id)
);
CREATE INDEX letter_identities_erase ON letter_identities (erase_at);

-- A letter is what the organisers confirmed to one person. It says what was true when it was issued, and its
-- text never changes: a letter with another text is another row. A letter can stop holding although nobody
-- has withdrawn it, for example when the payment that it confirms is refunded (`stillHolds` in
-- app/letters/holding-letters.server.ts).
CREATE TABLE letters (
  -- The id from the form. So a form that is sent twice makes only one letter.
  id text PRIMARY KEY NOT NULL,
  conference_id text NOT NULL,
  -- The person whom the letter is about.
  uid text NOT NULL,
  kind text NOT NULL,
  -- The id of what the letter confirms: a payment, or the holding with which the person came in. Empty if the
  -- letter confirms neither.
  about text NOT NULL,
  -- 12 random characters. Anybody who has the letter can use them to ask whether it still holds.
  code text NOT NULL,
  content text NOT NULL,
  issued_at integer NOT NULL,
  issued_by text NOT NULL,
  -- When the letter was withdrawn or replaced, and by whom; both are null if neither has happened.
  withdrawn_at integer,
  withdrawn_by text,
  -- The letter that replaced this one; null if it was not replaced.
  successor text,
  CONSTRAINT letters_kind CHECK(kind IN ('acceptance', 'visa', 'payment', 'attendance', 'thanks')),
  CONSTRAINT letters_code_length CHECK(length(code) = 12),
  CONSTRAINT letters_withdrawn CHECK((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
CREATE UNIQUE INDEX letters_code ON letters (code);
CREATE UNIQUE INDEX letters_one ON letters (conference_id, uid, kind, about) WHERE withdrawn_at IS NULL;
CREATE INDEX letters_person ON letters (uid, issued_at);


-- views -----------------------------------------------------------------------------------------------------
-- Each view computes its values from the rows whenever it is read.

-- A row says which holdings stand for a line of a bill: the one as which it was bought, and those that took
-- its place.
CREATE VIEW line_holdings AS
  SELECT b.id AS line_id, h.id FROM holdings AS b
  JOIN holdings AS h ON h.payment_id = b.payment_id AND h.item = b.item;

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

-- An application counts by where it stands (its round, its decision, whether that came after the release or
-- was released alone, whether nobody reads it), and by the day on which it was submitted.
CREATE VIEW application_tallies AS
  SELECT a.conference_id, a.uid, 'standing' AS name,
    CASE WHEN a.submitted_at IS NULL THEN 'draft' ELSE
      coalesce(r.id, '') || '/' || coalesce(d.decision, '') || '/' ||
      CASE WHEN d.set_at <= r.released_at THEN 0 WHEN r.id IS NOT NULL AND d.set_at <= d.released_at THEN 2
        ELSE coalesce(d.set_at > r.released_at, 0) END || '/' ||
      (d.uid IS NULL AND NOT EXISTS (SELECT 1 FROM assignments AS s
        WHERE s.conference_id = a.conference_id AND s.uid = a.uid))
    END AS key, 1 AS number, coalesce(d.set_at, 0) AS total
  FROM applications AS a
  LEFT JOIN decisions AS d ON d.conference_id = a.conference_id AND d.uid = a.uid
  LEFT JOIN rounds AS r ON r.conference_id = a.conference_id AND r.id = coalesce((
    SELECT e.id FROM rounds AS e WHERE e.conference_id = a.conference_id AND a.submitted_at <= e.deadline
    ORDER BY e.position LIMIT 1), CASE WHEN a.submitted_at <= a.own_deadline THEN a.late_round END)
  UNION ALL
  SELECT conference_id, uid, 'submitted', CAST(submitted_at / 86400000 * 86400000 AS TEXT), 1, 0
  FROM applications WHERE submitted_at IS NOT NULL;


-- counts ----------------------------------------------------------------------------------------------------
-- Before a row changes, triggers subtract its old contribution from `tallies`. After the change, they add its
-- new contribution. So `tallies` always equals the sum of all rows of the views whose names end in `_tallies`
-- (docs/decisions/0034-counts-are-kept.md).

-- applications: each row counts in application_tallies (conference_id, uid). It is counted anew if one of
-- these columns changes: conference_id, uid, submitted_at, own_deadline, late_round.
-- assignments: each row counts in application_tallies (conference_id, uid) and reading_tallies
-- (conference_id, uid, staff_uid). It is counted anew if one of these columns changes: conference_id, uid,
-- staff_uid.
-- reviews: each row counts in reading_tallies (conference_id, uid, staff_uid). It is counted anew if one of
-- these columns changes: conference_id, uid, staff_uid.
-- decisions: each row counts in application_tallies (conference_id, uid). It is counted anew if one of these
-- columns changes: conference_id, uid, decision, set_at, released_at.
-- entries: each row counts in entry_tallies (event, account). Its rows never change.
-- holdings: each row counts in holding_tallies (id). It is counted anew if one of these columns changes:
-- conference_id, item, pass_type, state.
-- places: each row counts in place_tallies (session_id, uid). It is counted anew if one of these columns
-- changes: conference_id, session_id, uid, state, chosen_at.

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
-- After each change of a row, the edition or the library to which the row belongs gets a new version in
-- `content_versions` (docs/decisions/0095-kept-answers.md).

-- editions: a change gives the edition in conference_id a new version.
-- events: a change gives the edition in conference_id a new version.
-- rounds: a change gives the edition in conference_id a new version.
-- tickets: a change gives the edition in conference_id a new version.
-- prices: a change gives the edition in conference_id a new version.
-- add_ons: a change gives the edition in conference_id a new version.
-- sections: a change gives the edition in conference_id a new version.
-- questions: a change gives the edition in conference_id a new version.
-- agreements: a change gives the edition in conference_id a new version.
-- texts: a change gives the edition in conference_id a new version.
-- invoicing: a change gives the edition in conference_id a new version.
-- rooms: a change gives the edition in conference_id a new version.
-- tracks: a change gives the edition in conference_id a new version.
-- programme_sessions: a change gives the edition in conference_id a new version.
-- speakers: a change gives the library a new version.
-- recordings: a change gives the library a new version.
-- categories: a change gives the library a new version.
-- recording_categories: a change gives the library a new version.
-- recording_speakers: a change gives the library a new version.
