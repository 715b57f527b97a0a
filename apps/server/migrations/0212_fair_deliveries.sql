-- Due check runs are looked up for each project with a code host: those of the others never become due, however many they are.
create index check_runs_due_of_project on check_runs (project_id, next_attempt_at) where delivered_version < version;
drop index check_runs_due;

-- Messages of a chat are posted in their order.
alter table chat_messages add column created_at timestamptz not null default now();
create index chat_messages_in_order on chat_messages (rule_id, id);
drop index chat_messages_of_rule, chat_messages_due;
