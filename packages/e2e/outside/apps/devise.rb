# Run with the port and a folder.
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "action_mailer/railtie"
require "devise"
require "fileutils"

PLACE = ARGV[1]

# A folder as Rails expects it: it loads these by their names.
{
  "app/models/user.rb" => <<~RUBY,
    class User < ActiveRecord::Base
      devise :database_authenticatable, :registerable, :recoverable, :confirmable
    end
  RUBY
  "app/controllers/application_controller.rb" => <<~RUBY,
    class ApplicationController < ActionController::Base
      respond_to :json
      def home
        render plain: "here"
      end
    end
  RUBY
  "config/routes.rb" => <<~RUBY
    Rails.application.routes.draw do
      devise_for :users
      root to: "application#home"
    end
  RUBY
}.each do |name, text|
  FileUtils.mkdir_p(File.dirname(File.join(PLACE, name)))
  File.write(File.join(PLACE, name), text)
end

class Shop < Rails::Application
  config.load_defaults 6.1
  config.root = PLACE
  config.eager_load = false
  config.secret_key_base = "not-so-secret"
  config.logger = Logger.new($stderr)
  config.hosts.clear
  config.action_controller.allow_forgery_protection = false
  config.action_mailer.default_url_options = { host: "127.0.0.1", port: ARGV[0].to_i }
  config.action_mailer.smtp_settings = { address: ENV["SMTP_HOST"], port: ENV["SMTP_PORT"].to_i }
end

Devise.setup do |config|
  require "devise/orm/active_record"
  config.mailer_sender = "app@shop.test"
  config.navigational_formats = []
end

ENV["DATABASE_URL"] = "sqlite3:#{PLACE}/app.sqlite"
Shop.initialize!
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :users do |t|
    t.string :email, null: false, default: ""
    t.string :encrypted_password, null: false, default: ""
    t.string :reset_password_token
    t.datetime :reset_password_sent_at
    t.string :confirmation_token
    t.datetime :confirmed_at
    t.datetime :confirmation_sent_at
    t.string :unconfirmed_email
  end
end

require "rack/handler/webrick"
Rack::Handler::WEBrick.run(Shop, Host: "127.0.0.1", Port: ARGV[0].to_i)
