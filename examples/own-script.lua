-- A user's own sysbench script: one read of the newest events of an account.
-- Tables, rows and statements are the script's affair; dbdyno calls its `prepare` once and clones the data from then on.

sysbench.cmdline.options = {
   accounts = {"Number of accounts", 1000},
   events = {"Events of each account", 20},
   newest = {"How many of them are read", 5},
}

function prepare()
   local connection = sysbench.sql.driver():connect()
   connection:query("CREATE TABLE event (account INTEGER NOT NULL, number INTEGER NOT NULL, text CHAR(40) NOT NULL,"
      .. " PRIMARY KEY (account, number))")
   connection:bulk_insert_init("INSERT INTO event (account, number, text) VALUES")
   for account = 1, sysbench.opt.accounts do
      for number = 1, sysbench.opt.events do
         local text = sysbench.rand.string("########-########")
         connection:bulk_insert_next(string.format("(%d, %d, '%s')", account, number, text))
      end
   end
   connection:bulk_insert_done()
end

function thread_init()
   connection = sysbench.sql.driver():connect()
end

function event()
   connection:query(string.format("SELECT number, text FROM event WHERE account = %d ORDER BY number DESC LIMIT %d",
      sysbench.rand.default(1, sysbench.opt.accounts), sysbench.opt.newest))
end

function thread_done()
   connection:disconnect()
end
