select count(*) from pgboss.job
where name in ('captureTargets', 'unpackSite') and state in ('created', 'retry', 'active')
