-- Answers of calls are kept compressed, see packAnswer.ts.
alter table idempotency_keys alter column answer type bytea using convert_to(answer, 'UTF8');
