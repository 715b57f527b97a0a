-- As text, so that the same call is answered with the same bytes.
alter table review_sessions alter column answer type json;
