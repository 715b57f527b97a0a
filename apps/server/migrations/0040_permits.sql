-- The uses of one counter by one holder within the window, and the permits promised to callers that were refused (R34).
-- Unlogged: it costs no flush, and after a crash of the database the counters begin anew.
create unlogged table permits (
  holder text collate "C" not null,
  counter text collate "C" not null,
  -- In their order.
  uses timestamptz[] not null default '{}',
  -- Two columns of one list: who was promised a permit, and from when it holds.
  tickets bigint[] not null default '{}',
  promised timestamptz[] not null default '{}',
  -- When nothing in the row matters any more.
  expires_at timestamptz not null default '-infinity',
  primary key (holder, counter)
) with (fillfactor = 50);
alter table permits alter column uses set storage external;

-- Uses a permit, or promises one. What it does is written and explained in domain/takePermit.ts, step by step.
-- `at` is for tests; without it the clock of the database counts, read once the row is held.
create function take_permit(
  for_holder text, for_counter text, most_uses int, lasts interval, grace interval, ticket bigint, most_promises int,
  at timestamptz default null
) returns table (used_at timestamptz, remaining int, resets_at timestamptz, free_at timestamptz)
language plpgsql as $$
declare
  held permits;
  place int;
  own timestamptz;
  others int;
begin
  loop
    select * into held from permits where holder = for_holder and counter = for_counter for update;
    exit when found;
    insert into permits (holder, counter) values (for_holder, for_counter) on conflict do nothing;
  end loop;
  at := coalesce(at, clock_timestamp());

  -- A clock that was set back: what seems to be in the future was just now.
  if held.uses[cardinality(held.uses)] > at then
    held.uses := array(select least(use, at) from unnest(held.uses) with ordinality as kept (use, n) order by n);
  end if;
  place := 1;
  while held.uses[place] <= at - lasts loop place := place + 1; end loop;
  if place > 1 then held.uses := held.uses[place:]; end if;
  while held.promised[1] + grace < at loop
    held.promised := held.promised[2:];
    held.tickets := held.tickets[2:];
  end loop;

  place := array_position(held.tickets, ticket);
  own := held.promised[place];
  others := cardinality(held.uses) + cardinality(held.promised) - (place is not null)::int;
  if own <= at or others < most_uses then
    used_at := at;
    held.uses := held.uses || at;
    if place is not null then
      held.promised := held.promised[:place - 1] || held.promised[place + 1:];
      held.tickets := held.tickets[:place - 1] || held.tickets[place + 1:];
    end if;
  elsif own is not null then
    free_at := own;
  else
    select latest + lasts into free_at from (
      select unnest(held.uses) latest union all select unnest(held.promised) + grace
    ) taken order by latest desc offset most_uses - 1 limit 1;
    if ticket is not null and cardinality(held.promised) < most_promises then
      place := 1 + (select count(*) from unnest(held.promised) promise where promise <= free_at);
      held.promised := held.promised[:place - 1] || free_at || held.promised[place:];
      held.tickets := held.tickets[:place - 1] || ticket || held.tickets[place:];
    end if;
  end if;

  remaining := greatest(most_uses - cardinality(held.uses) - cardinality(held.promised), 0);
  resets_at := coalesce(held.uses[1], at) + lasts;
  update permits set uses = held.uses, tickets = held.tickets, promised = held.promised,
    expires_at = greatest(held.uses[cardinality(held.uses)] + lasts, held.promised[cardinality(held.promised)] + grace)
  where holder = for_holder and counter = for_counter;
  return next;
end $$;
