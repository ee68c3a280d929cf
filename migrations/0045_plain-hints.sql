-- The hints of the first installation say what to type. A hint that somebody wrote anew stays.
UPDATE `questions` SET `hint` = 'Start with + and your country code, such as +852 5123 4567.'
WHERE `hint` = 'With the country code, such as +852 5123 4567. Without one we read it as a number of your country of residence.';
--> statement-breakpoint
UPDATE `questions` SET `hint` = 'Type it under First name. Leave Last name empty.'
WHERE `hint` = 'Write it as your first name, and leave the last name empty.';
