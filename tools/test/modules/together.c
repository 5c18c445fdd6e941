// SPDX-License-Identifier: GPL-2.0
/*
 * Hashes a message many times at once, from a softirq: these requests share lanes, which
 * those of a program do only where that saves it much. It wipes the message, but keeps the
 * requests as they are: nothing should be left in them.
 *
 * What is written to mbhash_together in debugfs is a struct header, the key, and the
 * message. Writing fails unless all digests are equal.
 */
#include <crypto/hash.h>
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../../kunit/compat/completion.h"

#define REQUESTS	32
#define MAX_DIGEST	32
#define MAX_SIZE	65536

/**
 * struct header - what to hash with
 * @driver: the driver's name, which ends with a 0
 * @keylen: bytes of the key; 0: there is none
 */
struct header {
	char driver[32];
	u32 keylen;
};

/**
 * struct one - one of the requests
 * @req: the request
 * @sg: what is left of the message
 * @digest: its digest
 * @pieces: pieces that were submitted
 * @all: all of them
 */
struct one {
	struct ahash_request *req;
	struct scatterlist sg;
	u8 digest[MAX_DIGEST];
	unsigned int pieces;
	struct together *all;
};

/**
 * struct together - requests for one message
 * @node: on the list of those that are done
 * @one: the requests
 * @tfm: their transform
 * @message: the message
 * @size: bytes in it
 * @cut: bytes in its first piece; the rest is the second one
 * @tasklet: submits them
 * @left: number of requests that are not done
 * @err: an error, if there was one
 * @done: none is left
 */
struct together {
	struct list_head node;
	struct one one[REQUESTS];
	struct crypto_ahash *tfm;
	const u8 *message;
	unsigned int size;
	unsigned int cut;
	struct tasklet_struct tasklet;
	atomic_t left;
	int err;
	struct completion done;
};

static int submit_piece(struct one *one)
{
	const struct together *all = one->all;
	const bool last = one->pieces++;
	const u8 *data = all->message + (last ? all->cut : 0);
	const unsigned int size = last ? all->size - all->cut : all->cut;

	sg_init_one(&one->sg, data, size);
	ahash_request_set_crypt(one->req, &one->sg, one->digest, size);
	if (last)
		return crypto_ahash_finup(one->req);
	return crypto_ahash_init(one->req) ?: crypto_ahash_update(one->req);
}

/* Submit what comes next, until that completes later or nothing does. */
static void go_on(struct one *one, int err)
{
	while (!err && one->pieces < 2)
		err = submit_piece(one);
	if (err == -EINPROGRESS)
		return;
	if (err)
		one->all->err = err;
	if (atomic_dec_and_test(&one->all->left))
		complete(&one->all->done);
}

static void piece_done(mbhash_completion_arg *arg, int err)
{
	if (err != -EINPROGRESS)
		go_on(mbhash_completion_data(arg), err);
}

static void submit_all(struct tasklet_struct *tasklet)
{
	struct together *all = container_of(tasklet, struct together, tasklet);
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		go_on(&all->one[i], 0);
}

/* Hash the message with a first piece of @cut bytes. */
static int hash(struct together *all, unsigned int cut)
{
	unsigned int i;

	all->cut = cut;
	atomic_set(&all->left, REQUESTS);
	init_completion(&all->done);
	for (i = 0; i < REQUESTS; i++)
		all->one[i].pieces = 0;
	tasklet_schedule(&all->tasklet);
	wait_for_completion(&all->done);
	tasklet_kill(&all->tasklet);

	for (i = 1; i < REQUESTS; i++)
		if (memcmp(all->one[i].digest, all->one[0].digest, MAX_DIGEST))
			return -EBADMSG;
	return all->err;
}

static void free_requests(struct together *all)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		ahash_request_free(all->one[i].req);
	kfree(all);
}

static struct together *alloc_all(const char *driver)
{
	struct together *all = kzalloc(sizeof(*all), GFP_KERNEL);
	struct crypto_ahash *tfm;
	unsigned int i;

	if (!all)
		return ERR_PTR(-ENOMEM);
	tfm = crypto_alloc_ahash(driver, 0, 0);
	if (IS_ERR(tfm)) {
		kfree(all);
		return ERR_CAST(tfm);
	}
	all->tfm = tfm;
	tasklet_setup(&all->tasklet, submit_all);
	for (i = 0; i < REQUESTS; i++) {
		struct one *one = &all->one[i];

		one->all = all;
		one->req = ahash_request_alloc(tfm, GFP_KERNEL);
		if (!one->req) {
			free_requests(all);
			crypto_free_ahash(tfm);
			return ERR_PTR(-ENOMEM);
		}
		ahash_request_set_callback(one->req, 0, piece_done, one);
	}
	return all;
}

static LIST_HEAD(kept);

/* Not concurrently */
static int hash_written(const struct header *header, const u8 *data, size_t size)
{
	struct together *all;
	int err;

	if (strnlen(header->driver, sizeof(header->driver)) == sizeof(header->driver) ||
	    header->keylen > size)
		return -EINVAL;
	all = alloc_all(header->driver);
	if (IS_ERR(all))
		return PTR_ERR(all);
	all->message = data + header->keylen;
	all->size = size - header->keylen;
	err = header->keylen ? crypto_ahash_setkey(all->tfm, data, header->keylen) : 0;
	err = err ?: hash(all, 0) ?: hash(all, all->size / 3);
	crypto_free_ahash(all->tfm);
	list_add(&all->node, &kept);
	return err;
}

static ssize_t together_write(struct file *file, const char __user *from, size_t size,
			      loff_t *pos)
{
	struct header *header;
	int err;

	if (size < sizeof(*header) || size > MAX_SIZE)
		return -EINVAL;
	header = memdup_user(from, size);
	if (IS_ERR(header))
		return PTR_ERR(header);
	err = hash_written(header, (u8 *)(header + 1), size - sizeof(*header));
	kfree_sensitive(header);
	return err ?: size;
}

static const struct file_operations together_fops = {
	.owner = THIS_MODULE,
	.write = together_write,
};

static struct dentry *file;

static int __init together_init(void)
{
	file = debugfs_create_file("mbhash_together", 0200, NULL, NULL, &together_fops);
	return 0;
}
module_init(together_init);

static void __exit together_exit(void)
{
	struct together *all, *next;

	debugfs_remove(file);
	list_for_each_entry_safe(all, next, &kept, node)
		free_requests(all);
}
module_exit(together_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Hashes a message many times at once");
